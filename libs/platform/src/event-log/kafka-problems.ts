const ON = /^(true|1|yes|on|y|enabled)$/i
const FILES = ['KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'] as const

/**
 * Checks that the variables of the connection to Kafka fit together. Messages never repeat a value, because a value may be
 * a secret.
 * @param read those of the process's variables that are set
 * @returns errors, by variable
 */
export function kafkaProblemsIn(read: Readonly<Record<string, string | undefined>>): string[] {
  const has = (name: string): boolean => read[name] !== undefined
  const isTls = ON.test(read.KAFKA_TLS ?? '')
  const mechanism = read.KAFKA_SASL_MECHANISM
  const wrong: [name: string, reason: string][] = []
  if (!read.EVENT_LOG?.startsWith('kafka://')) {
    for (const name of Object.keys(read)) {
      const isMeant = name.startsWith('KAFKA_') && (name !== 'KAFKA_TLS' || isTls)
      if (isMeant) wrong.push([name, 'is only for EVENT_LOG=kafka://host:port,…: remove it, or set EVENT_LOG'])
    }
    return wrong.map(line)
  }
  for (const name of FILES) if (has(name) && !isTls) wrong.push([name, 'needs KAFKA_TLS=true'])
  if (has('KAFKA_CERT_FILE') && !has('KAFKA_KEY_FILE')) wrong.push(['KAFKA_CERT_FILE', 'needs KAFKA_KEY_FILE, its private key'])
  if (has('KAFKA_KEY_FILE') && !has('KAFKA_CERT_FILE')) wrong.push(['KAFKA_KEY_FILE', 'needs KAFKA_CERT_FILE, its certificate'])
  for (const name of ['KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const) {
    if (mechanism !== undefined && !has(name)) wrong.push([name, 'is needed with KAFKA_SASL_MECHANISM'])
    if (mechanism === undefined && has(name))
      wrong.push([name, 'needs KAFKA_SASL_MECHANISM: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512'])
  }
  if (mechanism === 'PLAIN' && !isTls)
    wrong.push(['KAFKA_SASL_MECHANISM', 'PLAIN needs KAFKA_TLS=true, because it sends the password readable'])
  return wrong.map(line)
}

const line = ([name, reason]: [name: string, reason: string]): string => `  ${name}: ${reason}`
