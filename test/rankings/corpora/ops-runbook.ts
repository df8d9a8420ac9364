import type { RankingCorpus } from '../ranking-corpus.ts'

/** What someone on call looks for at night: error codes, ticket numbers, half a sentence. */
export const opsRunbook: RankingCorpus = {
  name: 'ops runbook',
  records: [
    {
      ...{ id: 'certificate-expired', kind: 'trap', title: 'The ingress certificate has expired' },
      ...{ body: 'Clients say `x509: certificate has expired`. Renew with `cert-manager`, then restart the ingress.' },
      ...{ tags: ['tls'], severity: 'critical' },
    },
    {
      ...{ id: 'disk-full', kind: 'trap', title: 'No space left on device on the build runners' },
      ...{ body: '`docker system prune` frees layers. See OPS-1042 for the cron job.', tags: ['ci', 'disk'] },
      ...{ severity: 'high' },
    },
    {
      ...{ id: 'mongo-duplicate-key', kind: 'trap', title: 'E11000 duplicate key error when importing' },
      ...{ body: 'The import is not idempotent. Drop the partial batch, then run it again with `--upsert`.' },
      ...{ tags: ['mongo'], severity: 'medium' },
    },
    {
      ...{ id: 'restore-drill', kind: 'plan', title: 'Quarterly restore drill' },
      ...{ body: 'Restore last night’s backup into `staging`, compare row counts, note the time it took.' },
      ...{ tags: ['backup'] },
    },
    {
      ...{ id: 'paging-policy', kind: 'decision', title: 'Who is paged, and when' },
      ...{ body: 'Only what a customer notices pages a human. Everything else is a ticket for the morning.' },
      ...{ tags: ['on-call'] },
    },
    {
      ...{ id: 'rollback', kind: 'spec', title: 'Rolling a deploy back' },
      ...{
        body: '`deploy rollback v1.8.0` takes the last good image. Migrations are never rolled back, only forward.',
      },
      ...{ tags: ['deploy'] },
    },
    {
      ...{ id: 'deploy-window', kind: 'decision', title: 'No deploys after four on Fridays' },
      ...{ body: 'Nobody is there to see it burn. Fixes for an outage are the exception.', tags: ['deploy'] },
    },
    {
      ...{ id: 'dns-cache', kind: 'trap', title: 'JVM caches DNS answers for ever' },
      ...{
        body: 'After a failover the service speaks to the old address. Set `networkaddress.cache.ttl`.',
        tags: ['dns'],
      },
      ...{ severity: 'high' },
    },
    {
      ...{ id: 'night-log', kind: 'log', title: 'Night of the certificate' },
      ...{
        body: 'Paged at 03:12, everything was down. It was the certificate of the ingress again.',
        tags: ['on-call'],
      },
    },
  ],
  queries: [
    { query: 'certificate has expired', first: ['certificate-expired'] },
    { query: 'what happened in OPS-1042?', first: ['disk-full'] },
    { query: 'E11000', first: ['mongo-duplicate-key'], never: ['disk-full', 'rollback'] },
    { query: '(E11000) duplicate key', first: ['mongo-duplicate-key'] },
    { query: 'no space left on device', first: ['disk-full'] },
    { query: 'how do I roll back to v1.8.0', first: ['rollback'] },
    { query: 'may I deploy on Friday', first: ['deploy-window'] },
    { query: 'deploy', first: ['deploy-window'], kinds: ['decision'] },
    { query: 'networkaddress.cache.ttl', first: ['dns-cache'] },
    { query: 'service talks to the old address after failover', first: ['dns-cache'] },
    { query: 'restore a backup', first: ['restore-drill'] },
    { query: 'when is a human paged', first: ['paging-policy'] },
    { query: 'ingress certificate', first: ['certificate-expired', 'night-log'] },
    { query: 'kubernetes operator', first: [] },
    { query: '"row counts"', first: ['restore-drill'] },
    { query: 'certificate NOT expired', first: ['night-log'], never: ['certificate-expired'] },
  ],
}
