/** Fields of a record that a table of comma-separated values has, in this order, whoever writes it. */
export const csvColumns = [
  ...['projectId', 'id', 'kind', 'status', 'title', 'tags', 'pathPatterns', 'severity', 'created', 'updated'],
  ...['hits', 'lastHit', 'occurrences', 'lastSeen', 'supersededBy', 'expired', 'filepath'],
] as const
