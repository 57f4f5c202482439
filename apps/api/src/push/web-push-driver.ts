import webPush from 'web-push'
import { askProvider, outcomeOf } from './ask-provider.js'
import { KEPT_S, type Push, type PushDriver, type PushOutcome } from './push-driver.js'
import type { PushServices } from './push-services.js'
import { pushSays } from './texts.js'

export interface VapidKeys {
  publicKey: string
  privateKey: string
  /** Contact for the operators of push services: `mailto:` or `https:`. */
  subject: string
}

/**
 * Sends to browsers through their push services (RFC 8030). Only the browser can decrypt the content (RFC 8291), and the
 * sender is signed (RFC 8292). If two messages for an offline browser have the same topic, the browser gets only the later
 * one.
 */
export class WebPushDriver implements PushDriver {
  constructor(
    private readonly keys: VapidKeys,
    private readonly services: PushServices,
  ) {}

  async send({ address, title, body, tag, path }: Push): Promise<PushOutcome> {
    const { endpoint = '', p256dh = '', auth = '' } = address
    // Checks the address again, because the operator may have removed the service since the browser registered.
    if (!this.services.allow(endpoint)) return { kind: 'refused', reason: pushSays('not-allowed') }
    const made = this.encrypted({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ title, body, tag, path }), tag)
    if (!made) return { kind: 'gone', reason: pushSays('gone') }
    const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name, String(value)]))
    const answer = await askProvider(endpoint, { headers, body: new Uint8Array(made.body ?? []) })
    if ('kind' in answer) return answer
    if (answer.status === 404 || answer.status === 410) return { kind: 'gone', reason: pushSays('gone') }
    return outcomeOf(answer, `HTTP ${answer.status}`)
  }

  /** @returns undefined when the browser's key is not a point of the curve. Such a browser could never decrypt the message. */
  private encrypted(subscription: webPush.PushSubscription, payload: string, topic: string) {
    try {
      const vapidDetails = this.keys
      return webPush.generateRequestDetails(subscription, payload, { vapidDetails, TTL: KEPT_S, urgency: 'normal', topic })
    } catch {
      return undefined
    }
  }
}
