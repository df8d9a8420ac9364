/** Statements about software with their negated twins, and how one would ask for either. */
export interface Twins {
  says: string
  denies: string
  /** Asks for the first, and for the second. */
  asks: string
  asksDenied: string
}

const rows: [says: string, denies: string, asks: string, asksDenied: string][] = [
  [
    'The importer merges overlapping intervals.',
    'The importer does not merge overlapping intervals.',
    'does the importer merge intervals',
    'why does the importer not merge intervals',
  ],
  [
    'The cache is shared between workers.',
    "The cache isn't shared between workers.",
    'is the cache shared by workers',
    "cache isn't shared by workers",
  ],
  [
    'Webhooks are retried after a timeout.',
    'Webhooks are never retried after a timeout.',
    'are webhooks retried on timeout',
    'webhooks never retried on timeout',
  ],
  [
    'The parser accepts trailing commas.',
    "The parser doesn't accept trailing commas.",
    'does the parser accept trailing commas',
    "parser doesn't accept trailing commas",
  ],
  ['Deploys run with downtime.', 'Deploys run without downtime.', 'deploy with downtime', 'deploy without downtime'],
  [
    'The scheduler supports daylight saving.',
    'The scheduler no longer supports daylight saving.',
    'scheduler daylight saving support',
    'scheduler no longer supports daylight saving',
  ],
  [
    'The client can resume uploads.',
    'The client cannot resume uploads.',
    'can the client resume an upload',
    'client cannot resume an upload',
  ],
  [
    'The exporter writes a header row.',
    'The exporter fails to write a header row.',
    'does the exporter write the header row',
    'exporter fails to write the header row',
  ],
  [
    'Sessions survive a restart.',
    "Sessions don't survive a restart.",
    'do sessions survive restarts',
    "sessions don't survive restarts",
  ],
  [
    'The linter checks generated files.',
    'The linter never checks generated files.',
    'does the linter check generated files',
    'linter never checks generated files',
  ],
  [
    'Migrations are run on start.',
    'Migrations are not run on start.',
    'migrations run on start',
    'migrations not run on start',
  ],
  [
    'The queue keeps the order of messages.',
    'The queue does not keep the order of messages.',
    'does the queue keep message order',
    'queue does not keep message order',
  ],
  [
    'Tokens expire after an hour.',
    "Tokens won't expire after an hour.",
    'do tokens expire after one hour',
    "tokens won't expire after one hour",
  ],
  [
    'The proxy forwards the client address.',
    "The proxy doesn't forward the client address.",
    'does the proxy forward the address of the client',
    "proxy doesn't forward the address of the client",
  ],
  [
    'Backups are encrypted at rest.',
    'Backups are not encrypted at rest.',
    'are backups encrypted at rest',
    'backups not encrypted at rest',
  ],
  [
    'The compiler inlines small functions.',
    'The compiler never inlines small functions.',
    'does the compiler inline small functions',
    'compiler never inlines small functions',
  ],
  [
    'The router matches a trailing slash.',
    'The router no longer matches a trailing slash.',
    'does the router match a trailing slash',
    'router no longer matches a trailing slash',
  ],
  [
    'The driver pools connections.',
    "The driver doesn't pool connections.",
    'does the driver pool connections',
    "driver doesn't pool connections",
  ],
  [
    'The form validates addresses on the server.',
    'The form does not validate addresses on the server.',
    'form validates addresses on the server',
    'form does not validate addresses on the server',
  ],
  [
    'Feature flags are read at build time.',
    "Feature flags aren't read at build time.",
    'are feature flags read at build time',
    "feature flags aren't read at build time",
  ],
  [
    'The sync job locks the table.',
    'The sync job works without locking the table.',
    'sync job locks the table',
    'sync job without locking the table',
  ],
  [
    'Logs contain the user name.',
    'Logs never contain the user name.',
    'do logs contain the user name',
    'logs never contain the user name',
  ],
  ['The editor saves on blur.', 'The editor cannot save on blur.', 'editor save on blur', 'editor cannot save on blur'],
  [
    'The test runner isolates modules.',
    "The test runner doesn't isolate modules.",
    'does the test runner isolate modules',
    "test runner doesn't isolate modules",
  ],
  [
    'Images are resized on upload.',
    'Images are not resized on upload.',
    'are images resized on upload',
    'images not resized on upload',
  ],
  [
    'The rate limiter counts failed requests.',
    "The rate limiter doesn't count rejected and failed requests.",
    'does the rate limiter count failed requests',
    "rate limiter doesn't count failed requests",
  ],
  [
    'Search folds accents.',
    'Search does not fold accents.',
    'does search fold accents',
    'search does not fold accents',
  ],
  [
    'The installer needs administrator rights.',
    'The installer needs no administrator rights.',
    'installer needs administrator rights',
    'installer needs no administrator rights',
  ],
  [
    'The archive preserves file modes.',
    'The archive fails to preserve file modes.',
    'archive preserves file modes',
    'archive fails to preserve file modes',
  ],
  [
    'The mailer batches notifications.',
    'The mailer never batches notifications.',
    'does the mailer batch notifications',
    'mailer never batches notifications',
  ],
  [
    'Der Dienst speichert Passwörter.',
    'Der Dienst speichert keine Passwörter.',
    'speichert der Dienst Passwörter',
    'speichert der Dienst keine Passwörter',
  ],
  [
    'Der Zähler wird nach dem Neustart gelöscht.',
    'Der Zähler wird nach dem Neustart nicht gelöscht.',
    'Zähler nach Neustart gelöscht',
    'Zähler nach Neustart nicht gelöscht',
  ],
  [
    'Le serveur accepte les fichiers vides.',
    "Le serveur n'accepte pas les fichiers vides.",
    'le serveur accepte les fichiers vides',
    "le serveur n'accepte pas les fichiers vides",
  ],
  [
    'El cliente guarda las claves.',
    'El cliente no guarda las claves.',
    'guarda el cliente las claves',
    'el cliente no guarda las claves',
  ],
  [
    'O agente apaga os registros antigos.',
    'O agente não apaga os registros antigos.',
    'o agente apaga registros antigos',
    'o agente não apaga registros antigos',
  ],
  [
    'The worker drains its queue before it stops.',
    'The worker stops without draining its queue before it.',
    'worker drains its queue before it stops',
    'worker stops without draining its queue',
  ],
]

export const twins: readonly Twins[] = rows.map(([says, denies, asks, asksDenied]) => ({
  says,
  denies,
  asks,
  asksDenied,
}))
