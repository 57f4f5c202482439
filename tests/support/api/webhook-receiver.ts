import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Request that a receiver got. */
export interface ReceivedEvent {
  id: string
  type: string
  // Data of any kind of event.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
  headers: Record<string, string>
  body: string
}

/** Answer of the receiver. `away`: it cannot be reached. `drops`: it receives the request and does not answer. */
export type Answering = { status: number; headers?: Record<string, string> } | 'away' | 'drops'

/** A subscriber's system that follows Roadbook's documentation. */
export class WebhookReceiver {
  /** All requests in the order in which they came, whatever the answer was. */
  readonly asked: ReceivedEvent[] = []
  /** Events that were accepted. Each id is in the list once. */
  readonly taken: ReceivedEvent[] = []
  answer: (event: ReceivedEvent) => Answering = () => ({ status: 204 })
  /** If set, answers wait until this promise resolves. */
  gate: Promise<void> | undefined

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer()
    const receiver = new WebhookReceiver(server)
    server.on('request', (incoming, outgoing) => void receiver.take(incoming, outgoing))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/roadbook`
  }

  private async take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    const headers = incoming.headers as Record<string, string>
    const told: ReceivedEvent = {
      id: headers['webhook-id'] ?? '',
      ...(JSON.parse(body) as Pick<ReceivedEvent, 'type' | 'data'>),
      headers,
      body,
    }
    this.asked.push(told)
    await this.gate
    const answer = this.answer(told)
    const isTaken = answer === 'drops' || (answer !== 'away' && answer.status < 300)
    if (isTaken && !this.taken.some(({ id }) => id === told.id)) this.taken.push(told)
    if (typeof answer === 'string') incoming.socket.destroy()
    else outgoing.writeHead(answer.status, answer.headers).end()
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

/** Verifies the signature step by step, as the documentation describes it. */
export function isSignedBy(secret: string, { headers, body }: ReceivedEvent): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}
