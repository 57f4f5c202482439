import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from './api-server.js'
import { document, nameOf, type Operation } from './api-walk.js'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

interface DescribedAnswer {
  $ref?: string
  content?: Record<string, { schema?: object }>
}

/**
 * Returns the ways in which an answer differs from the OpenAPI document: its status, type or body. A server error always counts.
 */
export function breaksOf(operation: Operation, { status, headers, text, body }: Answer): string[] {
  if (status >= 500) return [`${status}: ${body?.code ?? text}`]
  // Node refuses headers beyond 16 KiB in every request.
  if (status === 431) return []
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[String(status)]
  if (!described) return [`status ${status} is not described`]
  const { content = {} } = described.$ref ? (at(described.$ref) as DescribedAnswer) : described
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (Object.keys(content).length === 0) return text === '' ? [] : [`${status} has a body of ${type}; none is described`]
  const found = Object.keys(content).find((one) => one.split(';')[0] === type)
  if (!found) return [`${status} is of type ${type || 'none'}; described are ${Object.keys(content).join(', ')}`]
  if (!/json$/.test(type)) return []
  const validate = validatorOf(operation, status, described, found)
  if (validate(body)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${status}: ${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  )
}

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function validatorOf(operation: Operation, status: number, { $ref }: DescribedAnswer, type: string) {
  const answer = $ref?.slice(1) ?? pointer('paths', operation.path, operation.method.toLowerCase(), 'responses', String(status))
  const address = `openapi#${answer}${pointer('content', type, 'schema')}`
  const validate = ajv.getSchema(address)
  if (!validate) throw new Error(`${nameOf(operation)}: nothing at ${address}`)
  return validate
}

const at = ($ref: string) =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
