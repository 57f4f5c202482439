import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answered = [status: number, body: object]
interface Made {
  id: string
  key: string
  amount: string
  currency: string
  /** Status, with the word that the provider uses. */
  status: string
  refunded: number
  chargedBack: number
  intent: string
  locale: string
}

/** Currencies for which Mollie uses amounts without decimals. */
const WHOLE = ['JPY', 'ISK']
const MOLLIE_FIELDS = ['amount', 'description', 'redirectUrl', 'webhookUrl', 'locale', 'metadata']

/**
 * Behaves like the APIs of Mollie and Stripe. Refuses everything that they refuse: a wrong key (401), missing or malformed
 * fields (422 at Mollie, 400 at Stripe), unknown ids (404), a refund above the payment, and another request with an
 * idempotency key that was used before.
 */
export class PaymentProviderDouble {
  readonly made: Made[] = []
  /** Refunds that were requested and that the provider has accepted. */
  readonly refunds: { id: string; amount: string; key: string }[] = []
  /** If true, breaks every connection. */
  isAway = false
  requests = 0
  private readonly once = new Map<string, { body: string; answered: Answered }>()

  private constructor(
    private readonly kind: 'mollie' | 'stripe',
    private readonly key: string,
    private readonly server: Server,
  ) {}

  static async start(kind: 'mollie' | 'stripe', key: string): Promise<PaymentProviderDouble> {
    const server = createServer()
    const double = new PaymentProviderDouble(kind, key, server)
    server.on('request', (request, response) => void double.serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  get last(): Made {
    const last = this.made.at(-1)
    if (!last) throw new Error('nothing was paid here')
    return last
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isAway) return void request.socket.destroy()
    this.requests++
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const [status, answer] = this.keyed(request, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : JSON.stringify(answer))
  }

  /** If an idempotency key was used before and the request is the same, repeats the first answer. */
  private keyed(request: IncomingMessage, body: string): Answered {
    if (request.headers.authorization !== `Bearer ${this.key}`) return [401, { error: { message: 'Invalid API Key' } }]
    const name = request.headers['idempotency-key']
    const known = typeof name === 'string' ? this.once.get(name) : undefined
    if (known)
      return known.body === body ? known.answered : [this.kind === 'stripe' ? 400 : 422, { error: { type: 'idempotency_error' } }]
    const answered = this.kind === 'mollie' ? this.mollie(request, body, String(name)) : this.stripe(request, body, String(name))
    if (typeof name === 'string' && answered[0] < 500) this.once.set(name, { body, answered })
    return answered
  }

  private mollie({ method, url = '' }: IncomingMessage, body: string, key: string): Answered {
    const [, id, refunds] = /^\/v2\/payments(?:\/([^/]+))?(\/refunds)?$/.exec(url) ?? [undefined, 'unknown']
    const given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (id === undefined && method === 'POST') return this.makeAtMollie(given)
    const made = this.made.find((one) => one.id === id)
    if (!made) return [404, { status: 404, title: 'Not Found', detail: 'No payment exists with token.' }]
    if (method === 'DELETE') {
      if (made.status !== 'open') return [422, { status: 422, title: 'Unprocessable Entity' }]
      made.status = 'canceled'
      return [200, this.asMollieAnswers(made)]
    }
    if (!refunds) return [200, this.asMollieAnswers(made)]
    const { value } = (given.amount ?? {}) as { value?: string }
    const left = Number(made.amount) - made.refunded
    if (made.status !== 'paid' || !value || Number(value) > left) return [422, { status: 422, title: 'Unprocessable Entity' }]
    made.refunded += Number(value)
    this.refunds.push({ id: made.id, amount: value, key })
    return [201, { resource: 'refund', id: `re_${this.refunds.length}`, status: 'pending' }]
  }

  private makeAtMollie(given: Record<string, unknown>): Answered {
    const { amount, description, redirectUrl, webhookUrl, metadata, locale } = given as {
      amount?: { currency?: string; value?: string }
      metadata?: { roadbook_payment?: string }
    } & Record<string, string>
    const wrong = (field: string): Answered => [422, { status: 422, title: 'Unprocessable Entity', field }]
    const { currency = '', value = '' } = amount ?? {}
    if (!(WHOLE.includes(currency) ? /^\d+$/ : /^\d+\.\d\d$/).test(value) || Number(value) <= 0) return wrong('amount')
    if (!description) return wrong('description')
    if (!URL.canParse(redirectUrl ?? '')) return wrong('redirectUrl')
    if (!URL.canParse(webhookUrl ?? '')) return wrong('webhookUrl')
    const unknown = Object.keys(given).find((name) => !MOLLIE_FIELDS.includes(name))
    if (unknown) return wrong(unknown)
    const id = `tr_${randomUUID().slice(0, 8)}`
    const made = { id, key: metadata?.roadbook_payment ?? '', amount: value, currency, status: 'open', locale: locale ?? '' }
    this.made.push({ ...made, refunded: 0, chargedBack: 0, intent: '' })
    return [201, this.asMollieAnswers(this.last)]
  }

  private asMollieAnswers({ id, amount, currency, status, refunded, chargedBack }: Made) {
    const digits = WHOLE.includes(currency) ? 0 : 2
    const money = (value: number) => ({ currency, value: value.toFixed(digits) })
    return {
      resource: 'payment',
      id,
      mode: 'test',
      status,
      amount: { currency, value: amount },
      ...(status === 'paid' && { paidAt: '2026-03-01T10:00:00+00:00', amountRefunded: money(refunded) }),
      ...(chargedBack > 0 && { amountChargedBack: money(chargedBack) }),
      _links: status === 'open' ? { checkout: { href: `${this.url}/pay/${id}`, type: 'text/html' } } : {},
    }
  }

  private stripe({ url = '', headers, method }: IncomingMessage, body: string, key: string): Answered {
    if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
      return [400, { error: { message: 'form' } }]
    const form = new URLSearchParams(body)
    if (url === '/v1/refunds') return this.refundAtStripe(form, key)
    const [, intent] = /^\/v1\/payment_intents\/(\w+)$/.exec(url) ?? []
    if (intent) {
      const made = this.made.find((one) => one.intent === intent)
      return made
        ? [200, { id: intent, metadata: { roadbook_payment: made.key } }]
        : [404, { error: { code: 'resource_missing' } }]
    }
    const [, id, expires] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(\/expire)?$/.exec(url) ?? [undefined, 'unknown']
    if (id === undefined) return this.makeAtStripe(form)
    const made = this.made.find((one) => one.id === id)
    if (!made) return [404, { error: { code: 'resource_missing' } }]
    if (expires && made.status !== 'open') return [400, { error: { message: 'not open' } }]
    if (expires) made.status = 'expired'
    return [200, this.session(made)]
  }

  private makeAtStripe(form: URLSearchParams): Answered {
    const amount = form.get('line_items[0][price_data][unit_amount]') ?? ''
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const isWhole = ['mode', 'success_url', 'line_items[0][quantity]', 'line_items[0][price_data][product_data][name]'].every(
      (name) => form.get(name),
    )
    if (!isWhole || !/^[1-9]\d*$/.test(amount) || !/^[a-z]{3}$/.test(currency))
      return [400, { error: { code: 'parameter_missing' } }]
    const id = `cs_test_${randomUUID().slice(0, 8)}`
    const key = form.get('payment_intent_data[metadata][roadbook_payment]') ?? ''
    const intent = `pi_${randomUUID().slice(0, 8)}`
    const locale = form.get('locale') ?? ''
    this.made.push({ id, key, amount, currency, status: 'open', refunded: 0, chargedBack: 0, intent, locale })
    return [200, this.session(this.last)]
  }

  /** Returns the session. The events contain it in the same form. */
  session({ id, key, amount, currency, status, intent }: Made) {
    return {
      id,
      object: 'checkout.session',
      mode: 'payment',
      client_reference_id: key,
      metadata: { roadbook_payment: key },
      amount_total: Number(amount),
      currency,
      payment_intent: status === 'complete' ? intent : null,
      payment_status: status === 'complete' ? 'paid' : 'unpaid',
      status,
      url: status === 'open' ? `${this.url}/pay/${id}` : null,
    }
  }

  private refundAtStripe(form: URLSearchParams, key: string): Answered {
    const made = this.made.find(({ intent }) => intent === form.get('payment_intent'))
    const amount = Number(form.get('amount'))
    if (!made) return [404, { error: { code: 'resource_missing' } }]
    if (!(amount > 0) || amount > Number(made.amount) - made.refunded)
      return [400, { error: { code: 'charge_already_refunded' } }]
    made.refunded += amount
    this.refunds.push({ id: made.id, amount: String(amount), key })
    return [200, { id: `re_${this.refunds.length}`, status: 'succeeded' }]
  }
}
