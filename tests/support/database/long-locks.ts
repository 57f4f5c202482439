/** Tables that have millions of rows in a large installation, or that are used by every request or every reading. */
export const LARGE_TABLES = [
  ...['alert_batches', 'alert_marks', 'alert_news', 'alert_states', 'alert_tellings', 'alerts', 'audit_log', 'device_commands'],
  ...[
    'device_states',
    'device_updates',
    'devices',
    'entities',
    'event_log',
    'geocoded_cells',
    'installations',
    'logbook_entries',
  ],
  ...['need_days', 'odometer_readings', 'outgoing_mails', 'packets_aside', 'trip_days', 'trip_matches', 'trips', 'waypoints'],
  ...['waypoints_aside', 'webhook_deliveries', 'webhook_events'],
]

const FUNCTION = /CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\b[^;]*?(\$\w*\$)[\s\S]*?\1/gi
const VOLATILE = /DEFAULT\s+(?:gen_random_uuid|uuidv7|clock_timestamp|timeofday|random|nextval)\s*\(/i

/** Changes that lock a table against writes while they read or write all its rows. Each has a better alternative. */
const SLOW_CHANGES: readonly [RegExp, string][] = [
  [
    /\bADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)\b(?![\s\S]*\bNOT\s+VALID\b)/i,
    'add it NOT VALID (an index first, if it is unique), and validate it in the next step',
  ],
  [
    /\bADD\s+COLUMN\b[^,]*\b(?:CHECK|UNIQUE|PRIMARY\s+KEY|REFERENCES|STORED|IDENTITY|\w*SERIAL)\b/i,
    'add the plain column, and its constraint NOT VALID',
  ],
  [VOLATILE, 'add the column without a default, and fill it in portions'],
  [/\bSET\s+NOT\s+NULL\b/i, 'add CHECK (… IS NOT NULL) NOT VALID, and validate it in the next step'],
  [/\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i, 'add another column'],
  [/\bSET\s+(?:LOGGED|UNLOGGED|TABLESPACE|ACCESS\s+METHOD)\b/i, 'leave it as it is'],
]

/**
 * Finds statements of one step that lock a large table, if the time of the lock grows with the table's size. Returns each
 * with its alternative. Only the text of the step is read, so statements that the step composes while it runs are not
 * found.
 */
export function longLocks(steps: readonly unknown[]): string[] {
  const text = steps
    .map((step) => (Array.isArray(step) ? String(step[0]) : typeof step === 'string' ? step : ''))
    .join(';\n')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(FUNCTION, '')
  const statements = text.split(';').map((one) => one.trim().replaceAll(/\s+/g, ' '))
  const made = new Set(
    [...text.matchAll(/CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi)].map(([, name]) => name),
  )
  const isLarge = (table: string | undefined) => table !== undefined && LARGE_TABLES.includes(table) && !made.has(table)
  const found = statements.flatMap((statement) => [
    ...(isLarge(indexed(statement))
      ? [`${indexed(statement)}: build the index by a step of ConcurrentIndexes: ${statement}`]
      : []),
    ...(isLarge(rebuilt(statement)) ? [`${rebuilt(statement)}: leave that to the operator: ${statement}`] : []),
    ...SLOW_CHANGES.filter(([pattern]) => isLarge(altered(statement)) && pattern.test(statement)).map(
      ([, instead]) => `${altered(statement)}: ${instead}: ${statement}`,
    ),
  ])
  // A table that the step itself changes is locked until the step ends.
  const locked = new Set(
    statements
      .filter((one) => !VALIDATION.test(one))
      .map(altered)
      .filter(isLarge),
  )
  const kept = new Set(
    statements
      .flatMap((one) => [written(one), VALIDATION.test(one) ? altered(one) : undefined])
      .filter((table) => locked.has(table)),
  )
  return [
    ...found,
    ...[...kept].map((table) => `${table}: it is locked until the step ends, so write or validate its rows in a step of its own`),
  ]
}

const TABLE = String.raw`(?:ONLY )?(?:public\.)?(\w+)`
const first =
  (pattern: string) =>
  (statement: string): string | undefined =>
    new RegExp(pattern, 'i').exec(statement)?.[1]
const indexed = first(String.raw`\bCREATE (?:UNIQUE )?INDEX\b.*? ON ${TABLE}`)
const rebuilt = first(String.raw`\b(?:CLUSTER|REINDEX TABLE|VACUUM FULL) ${TABLE}`)
const altered = first(String.raw`\bALTER TABLE (?:IF EXISTS )?${TABLE} `)
const written = first(String.raw`^(?:WITH .*)?\b(?:UPDATE|DELETE FROM|INSERT INTO) ${TABLE}`)
const VALIDATION = /\bVALIDATE CONSTRAINT\b/i
