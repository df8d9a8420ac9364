/** What an invented company wrote down about its software: the records of the abstention corpus. */
export interface CorpusRecord {
  id: string
  kind: 'trap' | 'decision' | 'spec' | 'plan' | 'note' | 'log' | 'review'
  title: string
  body: string
}

type Row = [id: string, kind: CorpusRecord['kind'], title: string, body: string]

const ledger: Row[] = [
  [
    'refund-double',
    'trap',
    'Refunds were paid twice',
    'A retry of POST /refunds after a gateway timeout created a second payout. Send an `Idempotency-Key` made of the order number and the amount; the provider keeps it for 24 hours.',
  ],
  [
    'money-integers',
    'decision',
    'Amounts are stored as integers of minor units',
    'Floats lost cents in the March settlement. Every amount is a bigint of minor units together with its ISO currency code; yen has no minor unit.',
  ],
  [
    'invoice-worker',
    'spec',
    'Invoice worker',
    'The invoice worker wakes every ten minutes, takes at most 500 open invoices and writes the PDF to object storage. A row lock with SKIP LOCKED lets several workers run side by side.',
  ],
  [
    'settlement-cutoff',
    'note',
    'Settlement closes at 17:30 CET',
    'The bank takes files until half past five. What is booked later goes into the file of the next banking day.',
  ],
  [
    'chargeback-window',
    'note',
    'Chargebacks can arrive for 120 days',
    'Card networks allow a dispute up to 120 days after the purchase, so the reserve account must cover four months of sales.',
  ],
  [
    'ledger-append-only',
    'decision',
    'Ledger entries are never updated',
    'A wrong booking is corrected by a reversing entry. The database role of the service holds INSERT and SELECT on `entries`, nothing else.',
  ],
  [
    'vat-rounding',
    'trap',
    'VAT differed from the tax report by a few cents',
    'We rounded per line, the report rounds per invoice. Sum first, round half up once at the end.',
  ],
  [
    'stripe-webhook-order',
    'trap',
    'Webhooks of the card provider arrive out of order',
    '`charge.succeeded` came before `charge.pending`. Compare the `created` stamp of the event and ignore what is older than the state we hold.',
  ],
  [
    'payout-freeze',
    'plan',
    'Payout freeze over new year',
    'No payouts from December 30 to January 2: the banks are shut, and reconciliation of a half-sent file cost two days last time.',
  ],
  [
    'reconcile-job',
    'log',
    'Reconciliation ran out of memory',
    'The nightly reconciliation loaded the whole statement file. It now streams the camt.053 XML and stays below 200 MB.',
  ],
]

const harbor: Row[] = [
  [
    'ci-cache-key',
    'trap',
    'CI restored a stale dependency cache',
    'The cache key held only the branch name. Hash `pnpm-lock.yaml` and the Node version into the key, or old packages come back.',
  ],
  [
    'deploy-friday',
    'decision',
    'No production deploys on Friday afternoon',
    'Two weekends were lost to rollbacks. Deploys stop on Friday at noon; hotfixes need a second approver.',
  ],
  [
    'blue-green',
    'spec',
    'Blue-green switch',
    'Both colours run for fifteen minutes. The load balancer moves traffic in steps of 10, 50 and 100 percent and goes back when the error rate passes 1 percent.',
  ],
  [
    'terraform-lock',
    'trap',
    'Terraform state stayed locked after a cancelled job',
    'A killed runner leaves its lock in DynamoDB. Check that nobody applies, then `terraform force-unlock` with the id that the error shows.',
  ],
  [
    'pod-oom',
    'trap',
    'Pods were killed although the heap looked small',
    'Node sizes its heap by the memory of the machine, not by the limit of the container. Set `--max-old-space-size` to three quarters of the limit.',
  ],
  [
    'arm-builders',
    'plan',
    'Move builders to ARM',
    'Graviton runners are a third cheaper. Blocked by the image of the PDF renderer, which has no arm64 build yet.',
  ],
  [
    'base-image',
    'decision',
    'Images build on distroless',
    'No shell and no package manager in production images: the scanner reported forty findings less. Debug with an ephemeral container.',
  ],
  [
    'staging-reset',
    'note',
    'Staging is wiped every Sunday night',
    'The database of staging is restored from an anonymised snapshot at 02:00 on Sunday. Anything made by hand is gone on Monday.',
  ],
  [
    'helm-rollback',
    'note',
    'How to roll back a release',
    '`helm history api` shows the revisions, `helm rollback api N` goes to one. Migrations are not undone, so check whether the revision can live with the newer schema.',
  ],
  [
    'flaky-e2e',
    'log',
    'The checkout end-to-end test was flaky',
    'Three of ten runs failed since the test clicked before the price had loaded. Waiting for the total to settle fixed it.',
  ],
]

const pocket: Row[] = [
  [
    'android-back',
    'trap',
    'The back gesture closed the app during payment',
    'On Android 14 predictive back skips our handler. Register an `OnBackInvokedCallback` while the payment sheet is open.',
  ],
  [
    'offline-queue',
    'spec',
    'Offline queue of the app',
    'Actions made without a network are kept in SQLite and sent in order once the phone is online. A conflict asks the person, it never overwrites.',
  ],
  [
    'ios-keychain',
    'trap',
    'The session survived reinstalling the app on iOS',
    'The keychain is not cleared when an app is deleted. At first start, if no marker is in UserDefaults, remove the tokens.',
  ],
  [
    'app-size',
    'decision',
    'Download must stay below 40 MB',
    'Markets with expensive data dropped us above that size. Images go to the CDN, fonts are subset, and the build fails over the limit.',
  ],
  [
    'push-permission',
    'decision',
    'Ask for push permission after the first order',
    'Asking at start was refused by 70 percent. After an order people want to know where it is, and half accept.',
  ],
  [
    'hermes-intl',
    'trap',
    'Dates were English in every language on Android',
    'Hermes was built without the locale data of Intl. Use the `intl` variant of the engine in release builds too.',
  ],
  [
    'deep-links',
    'spec',
    'Deep links',
    'Links of the form `pocket://order/ID` and https://go.pocket.example/o/ID open the order. Unknown paths open the home screen and are logged.',
  ],
  [
    'camera-crash',
    'log',
    'Crash when scanning a receipt',
    'Old Samsung phones gave a rotated buffer and the crop ran out of bounds. Reading the orientation first fixed it in 5.12.1.',
  ],
  [
    'release-train',
    'note',
    'The app ships every second Wednesday',
    'The branch is cut on Monday, testers have two days, and the store gets the build on Wednesday. What misses the train waits for the next.',
  ],
  [
    'min-os',
    'decision',
    'Oldest supported systems',
    'iOS 16 and Android 9. Below that stand two percent of the orders and a third of the crashes.',
  ],
]

const atlas: Row[] = [
  [
    'kafka-rebalance',
    'trap',
    'Consumers stopped for minutes at each deploy',
    'Every restart triggered a full rebalance. Static membership (`group.instance.id`) and the cooperative assignor keep the partitions where they are.',
  ],
  [
    'clickhouse-dedupe',
    'trap',
    'Totals in ClickHouse were too high',
    'ReplacingMergeTree removes duplicates only when parts merge. Query with FINAL, or sum over `argMax`.',
  ],
  [
    'events-schema',
    'decision',
    'Events are described in Protobuf',
    'JSON without a schema broke the warehouse four times. Fields are only added, numbers never reused, and the registry refuses what is incompatible.',
  ],
  [
    'search-synonyms',
    'spec',
    'Synonyms of the product search',
    'The list is kept in a sheet by merchandising and loaded every night. Sneakers and trainers are one thing; a synonym never crosses a category.',
  ],
  [
    'reindex-alias',
    'note',
    'Rebuilding the product index without downtime',
    'Fill a new index, compare the counts, then move the alias. The old one stays for a day in case we need to go back.',
  ],
  [
    'airflow-catchup',
    'trap',
    'A new DAG started three hundred runs',
    'Airflow fills in every interval since the start date. Set `catchup=False` unless the history is really wanted.',
  ],
  [
    'pii-hash',
    'decision',
    'E-mail addresses are hashed in the warehouse',
    'Analysts see a salted SHA-256. The salt lives in the vault of the platform team and changes every quarter.',
  ],
  [
    'late-events',
    'spec',
    'Late events',
    'Windows stay open for six hours. What comes later is written to a side table and added by the correction job in the morning.',
  ],
  [
    'geo-lookup',
    'log',
    'City names were missing for a third of the visits',
    'The GeoIP file had not been renewed since spring. A monthly job downloads it now and an alert fires when it is older than forty days.',
  ],
  [
    'parquet-small',
    'trap',
    'Queries on the lake got slow',
    'Streaming wrote thousands of tiny Parquet files per hour. Compact them to about 256 MB each every night.',
  ],
]

const studio: Row[] = [
  [
    'hydration-dates',
    'trap',
    'Hydration mismatch on the order page',
    'The server rendered dates in UTC and the browser in local time. Render the time zone of the shop in both.',
  ],
  [
    'vite-env',
    'trap',
    'A secret ended up in the bundle',
    'Everything that begins with `VITE_` is public. Server values have no prefix, and CI greps the bundle for known tokens.',
  ],
  [
    'state-query',
    'decision',
    'Server state lives in TanStack Query',
    'Redux held copies that went stale. Redux is left for the editor alone; everything fetched is a query with a key factory.',
  ],
  [
    'design-tokens',
    'spec',
    'Design tokens',
    'Colours and spacings come from `tokens.json`, exported from Figma. Hex values in components fail the linter.',
  ],
  [
    'bundle-budget',
    'decision',
    'Budget of the landing page',
    'At most 170 kB of script after compression. The chart library is loaded when the chart scrolls into view.',
  ],
  [
    'safari-flex',
    'trap',
    'The sidebar collapsed in Safari',
    'A flex child with `height: 100%` has no height there. Use `align-self: stretch`.',
  ],
  [
    'form-autosave',
    'spec',
    'Autosave of the product editor',
    'Changes are saved two seconds after the last key. A version number guards against a second tab; the loser gets a banner and a diff.',
  ],
  [
    'a11y-contrast',
    'review',
    'Contrast of disabled buttons',
    'Grey on grey had a ratio of 2.1. Text of disabled controls now reaches 4.5, checked by axe in the component tests.',
  ],
  [
    'image-cdn',
    'note',
    'Pictures go through the image proxy',
    'Ask for width and format in the URL; originals are never linked. AVIF saves half of what JPEG takes on product photos.',
  ],
  [
    'i18n-plurals',
    'trap',
    'Polish plurals were wrong',
    'Polish has three plural forms, our helper knew two. Messages are ICU strings now and translators fill in every category.',
  ],
]

const gate: Row[] = [
  [
    'jwt-clock',
    'trap',
    'Fresh tokens were rejected as not valid yet',
    'The clock of one node ran four seconds ahead. Allow a skew of thirty seconds for `nbf` and `iat`.',
  ],
  [
    'refresh-rotation',
    'decision',
    'Refresh tokens rotate',
    'Each use gives a new one and revokes the old. A revoked one that shows up again logs out the whole family.',
  ],
  [
    'password-hash',
    'decision',
    'Passwords are hashed with Argon2id',
    '64 MB, three passes, one lane. Old bcrypt hashes are replaced at the next login.',
  ],
  [
    'saml-clients',
    'note',
    'Enterprise customers sign in over SAML',
    'Metadata is uploaded per tenant; we accept signed assertions only. Test with the mock provider in `tools/idp`.',
  ],
  [
    'login-throttle',
    'spec',
    'Throttling of logins',
    'Five failures per account and twenty per address in ten minutes. After that a captcha is shown, never a lock, because locks were used to annoy sellers.',
  ],
  [
    'cookie-samesite',
    'trap',
    'Login loop inside the partner iframe',
    'The session cookie was SameSite=Lax. In a frame it needs SameSite=None, Secure and Partitioned.',
  ],
  [
    'roles-matrix',
    'spec',
    'Roles',
    'Owner, manager, packer and viewer. A packer sees addresses but no prices; a viewer cannot export.',
  ],
  [
    'magic-link',
    'review',
    'Magic links were opened by mail scanners',
    'Outlook follows links before the reader does and spent the token. The link now leads to a page with a button.',
  ],
  [
    'session-length',
    'decision',
    'Sessions end after 30 days without use',
    'Twelve hours annoyed the warehouse, ninety days worried the auditors. Admin pages ask for the password again after an hour.',
  ],
  [
    'api-keys',
    'spec',
    'API keys of sellers',
    'Keys begin with `sk_live_` or `sk_test_`, are shown once and stored as a hash. A leaked key is found by the prefix and revoked by the scanner.',
  ],
]

const kiln: Row[] = [
  [
    'tokio-block',
    'trap',
    'The indexer hung under load',
    'A blocking file read inside an async task starved the Tokio workers. Move it to `spawn_blocking`.',
  ],
  [
    'cargo-workspace',
    'decision',
    'One Cargo workspace for all crates',
    'Features were unified differently per crate and builds differed. One lock file, one toolchain file, edition 2024.',
  ],
  [
    'cli-exit',
    'spec',
    'Exit codes of the kiln tool',
    '0 done, 1 found problems, 2 wrong usage, 3 cannot read the project. Scripts rely on them, so they never change.',
  ],
  [
    'windows-paths',
    'trap',
    'Glob patterns failed on Windows',
    'Backslashes were taken as escapes. Normalise to forward slashes before matching and only there.',
  ],
  [
    'incremental-cache',
    'spec',
    'Incremental builds',
    'A target is built again when the hash of its inputs or of its rule changes. Modification times are not looked at: git sets them as it likes.',
  ],
  [
    'musl-static',
    'decision',
    'Linux binaries are linked statically with musl',
    'Customers run glibc 2.17. The allocator is mimalloc since the one of musl was six times slower with threads.',
  ],
  [
    'regex-backtrack',
    'trap',
    'One source file took nine minutes to lint',
    'A pattern of a user rule backtracked without end. Rules run in the linear engine now; lookaround is refused with a message.',
  ],
  [
    'lsp-latency',
    'note',
    'Completion must answer within 50 ms',
    'Above that typing feels sticky. The server answers from the last good parse tree and refreshes after the answer.',
  ],
  [
    'plugin-wasm',
    'plan',
    'Plugins as WebAssembly components',
    'Native plugins crash the host. First the formatter, then the rules; the interface is frozen in version 2.',
  ],
  [
    'parser-recovery',
    'log',
    'The parser gave up at the first error',
    'It now skips to the next statement and goes on, which gave editors an outline of broken files.',
  ],
]

const watch: Row[] = [
  [
    'alert-fatigue',
    'review',
    'Pages that nobody acted on',
    'Of 212 pages in a quarter 160 closed themselves. A rule pages only if a customer notices; the rest becomes a ticket.',
  ],
  [
    'trace-sampling',
    'decision',
    'Traces are sampled at the tail',
    'All errors and everything slower than two seconds is kept, and one percent of the rest.',
  ],
  [
    'log-cardinality',
    'trap',
    'The metrics store ran full overnight',
    'A label held the order number, which made four million series. Labels take values from a list, ids go into the trace.',
  ],
  [
    'slo-checkout',
    'spec',
    'Objective of the checkout',
    '99.9 percent of checkouts answer in under 800 ms over 28 days. When half of the error budget is gone, features wait.',
  ],
  [
    'oncall-handover',
    'note',
    'On-call changes hands on Tuesday at ten',
    'The one who leaves writes what is still smouldering. Nobody is on call for two weeks in a row.',
  ],
  [
    'status-page',
    'note',
    'Who may write on the status page',
    'Support writes the first message within fifteen minutes, engineering the cause afterwards. Never promise a time.',
  ],
  [
    'runbook-redis',
    'note',
    'Redis is full: what to do',
    'Look at `redis-cli --bigkeys`. Mostly it is the cart cache: lower its time to live to one hour and evict with `allkeys-lru`.',
  ],
  [
    'dns-outage',
    'log',
    'Outage of May 12: names did not resolve',
    'CoreDNS was throttled by its CPU limit. The limit is gone, and a cache runs on each node.',
  ],
  [
    'log-retention',
    'decision',
    'Logs are kept 30 days, audit trails seven years',
    'The audit trail is written to a bucket with object lock. Everything else costs more than it tells after a month.',
  ],
  [
    'synthetic-checks',
    'spec',
    'Synthetic checks',
    'A robot buys a pencil in each shop every five minutes and cancels it. The account is `robot@checks.example`.',
  ],
]

const depot: Row[] = [
  [
    'postgres-vacuum',
    'trap',
    'The orders table grew although rows were deleted',
    'A forgotten replication slot held back vacuum. Drop unused slots and alert when `pg_replication_slots` lags by more than 10 GB.',
  ],
  [
    'index-concurrently',
    'trap',
    'A migration locked the shop for six minutes',
    'CREATE INDEX takes a lock. Use CONCURRENTLY, outside of a transaction, and look for invalid indexes afterwards.',
  ],
  [
    'uuid-v7',
    'decision',
    'Primary keys are UUID version 7',
    'Random keys scattered the inserts over the whole b-tree. Version 7 sorts by time and needs no sequence across regions.',
  ],
  [
    'read-replica-lag',
    'trap',
    'People did not see what they had just saved',
    'The page was read from a replica that was two seconds behind. After a write, reads of that session go to the primary for five seconds.',
  ],
  [
    'pool-size',
    'note',
    'Connection pool',
    'Forty connections per pod drowned the server. PgBouncer in transaction mode, ten per pod, no prepared statements by name.',
  ],
  [
    'backup-drill',
    'log',
    'Restore drill of April',
    'Restoring 1.4 TB took three hours and ten minutes. The key of the backup bucket was known to one person only; it is in the safe now.',
  ],
  [
    'soft-delete',
    'decision',
    'Customers are deleted for real',
    'Soft deletion leaked into every query. Rows go away and an event with the bare id stays for the books.',
  ],
  [
    'enum-migration',
    'trap',
    'Adding a value to an enum broke the old pods',
    'Readers meet the new value before they know it. First ship code that accepts unknown values, then write them.',
  ],
  [
    'partition-orders',
    'plan',
    'Split orders by month',
    'Partitions by the month of creation, the last twenty-four attached. Reports over years read the warehouse instead.',
  ],
  [
    'mysql-collation',
    'note',
    'The old shop sorts names by latin1',
    'The legacy MySQL compares without accents, so Muller and Müller are one customer there. The import keeps both.',
  ],
]

const people: Row[] = [
  [
    'review-size',
    'decision',
    'Pull requests stay under 400 lines',
    'Larger ones waited three days for a review. Generated files do not count.',
  ],
  [
    'commit-style',
    'note',
    'Commit messages',
    'Area, colon, what changed, in the present tense. The body says why. Squash before merging.',
  ],
  [
    'naming-services',
    'decision',
    'Services are named for what they do',
    'Birds and planets confused newcomers. `pricing`, not `falcon`; the old names stay as aliases until autumn.',
  ],
  [
    'adr-place',
    'note',
    'Where decisions are written down',
    'One page in `docs/adr`, numbered, with the options that lost. Meetings produce no decisions, pages do.',
  ],
  [
    'interview-task',
    'note',
    'The take-home task',
    'Two hours at most: a parser for opening times. We read the tests first.',
  ],
  [
    'license-policy',
    'decision',
    'Licences that may be used',
    'MIT, BSD, Apache-2.0 and MPL. GPL code is asked about first, AGPL is refused by the checker.',
  ],
  [
    'feature-flags',
    'spec',
    'Feature flags',
    'Each flag has an owner and a date. Flags older than ninety days fail the build until they are removed or renewed.',
  ],
  [
    'api-versioning',
    'decision',
    'The public API is versioned by date',
    'A client sends `Api-Version: 2030-11-01` and gets that shape for two years. Breaking changes are collected twice a year.',
  ],
  [
    'test-data',
    'trap',
    'A test run mailed real customers',
    'Fixtures held addresses from production. All test addresses end in example.com and the mailer refuses others outside production.',
  ],
  [
    'docs-owner',
    'note',
    'Documentation rots where nobody owns it',
    'Every folder in the handbook names a team. Pages untouched for a year get a banner.',
  ],
]

const courier: Row[] = [
  [
    'mail-bounce',
    'trap',
    'Our mails landed in spam after the move',
    'The new sender had no DKIM record. Publish SPF, DKIM and DMARC before the first mail and warm the address up for two weeks.',
  ],
  [
    'sms-sender',
    'note',
    'Text messages in India need a registered template',
    'Unregistered wording is dropped silently by the carriers. Register each template with the operator, which takes five days.',
  ],
  [
    'template-engine',
    'decision',
    'Mail templates are MJML',
    'Outlook breaks everything else. Designers edit the MJML, the build turns it into HTML and inlines the styles.',
  ],
  [
    'digest-hour',
    'spec',
    'Daily digest',
    'Sent at eight in the morning of the recipient, skipped when there is nothing new. One click unsubscribes.',
  ],
  [
    'label-printer',
    'trap',
    'Shipping labels printed cut off',
    'Zebra printers want 203 dpi; the PDF had been made for 300. Ask the carrier for ZPL instead.',
  ],
  [
    'tracking-poll',
    'spec',
    'Parcel tracking',
    'DHL and UPS push, the others are polled every thirty minutes until delivered or thirty days old.',
  ],
  [
    'address-check',
    'log',
    'Parcels came back from Ireland',
    'Eircodes were cut to four characters by the form. Seven are accepted now and the blank in the middle does not matter.',
  ],
  [
    'carrier-cutover',
    'plan',
    'Second carrier for the south',
    'Start with Andalusia in June, ten percent of the parcels, and compare damage and delay for a month.',
  ],
  [
    'customs-codes',
    'note',
    'Customs codes',
    'Ten digits for imports, six are enough for exports. Without a code the parcel waits in Leipzig.',
  ],
  [
    'returns-portal',
    'decision',
    'Return labels are made on demand',
    'A label in each box was used by eight percent and paid for by us. The portal makes one when asked.',
  ],
]

const oracle: Row[] = [
  [
    'forecast-holiday',
    'trap',
    'The demand forecast missed Easter',
    'Easter moves, the model had only fixed dates. Holidays are features with a window of ten days before and three after.',
  ],
  [
    'price-rounding',
    'decision',
    'Prices end in .90',
    'The optimiser may suggest anything, the shop rounds to the next ninety. Margin lost by that is below half a percent.',
  ],
  [
    'recommender-cold',
    'spec',
    'Recommendations for new visitors',
    'Without history the bestsellers of the category are shown, mixed with one random product in eight to learn something.',
  ],
  [
    'gpu-queue',
    'note',
    'Training jobs wait for the two A100s',
    'Book with `gpuctl reserve`, at most twelve hours. Jobs without checkpoints are killed first.',
  ],
  [
    'feature-leak',
    'trap',
    'The fraud model looked too good',
    'A column was filled only after an order had been cancelled. Features are read as of the moment of the order.',
  ],
  [
    'llm-summaries',
    'decision',
    'Review summaries come from a small local model',
    'The hosted one changed its tone every month. Seven billion parameters on one card write 40 summaries a second.',
  ],
  [
    'prompt-injection',
    'trap',
    'A product review gave orders to the summariser',
    'Reviews are data: they stand between markers, tools are off, and the output is checked for links.',
  ],
  [
    'ab-test-size',
    'note',
    'How long an experiment runs',
    'Two full weeks at least, never stopped early because it looks good. One metric is named before the start.',
  ],
  [
    'embedding-model',
    'decision',
    'Product vectors have 384 dimensions',
    'The large model won one point of recall and cost four times the memory. Vectors are renewed when the title changes.',
  ],
  [
    'drift-monitor',
    'spec',
    'Watching models for drift',
    'The distribution of each feature is compared with the training month. A distance over 0.2 for three days opens a ticket.',
  ],
]

export const records: readonly CorpusRecord[] = [
  ...[ledger, harbor, pocket, atlas, studio, gate],
  ...[kiln, watch, depot, people, courier, oracle],
].flatMap((rows) => rows.map(([id, kind, title, body]) => ({ id, kind, title, body })))
