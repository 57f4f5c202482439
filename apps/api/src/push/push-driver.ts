import type { Sentence } from '../texts/sentence.js'

/** Address of a device. An app has `token`; a browser has the other fields. */
export interface PushAddress {
  token?: string
  endpoint?: string
  p256dh?: string
  auth?: string
}

export interface Push {
  /** Id of one message on one device. A repeated push has the same id. */
  id: string
  address: PushAddress
  title: string
  body: string
  /**
   * Tag of the message. On the device, it replaces an earlier push with the same tag, so that a repeated push is shown once.
   * At most 32 characters of base64url.
   */
  tag: string
  /** Page of the portal that a browser opens. */
  path: string
}

/** A provider's answer. No error is thrown, even when the provider is unavailable. */
export type PushOutcome =
  | { kind: 'sent' }
  /** The device is no longer registered at this address and never will be. */
  | { kind: 'gone'; reason: Sentence }
  /** Another attempt cannot help. */
  | { kind: 'refused'; reason: Sentence }
  /** Another attempt may help. `afterS` is the delay in seconds if the provider sent one. */
  | { kind: 'later'; reason: Sentence; afterS?: number }

/** Sends to devices of one kind. */
export interface PushDriver {
  send(push: Push): Promise<PushOutcome>
}

export const PUSH_DRIVERS = Symbol('push drivers')
/** Drivers by kind of device. */
export type PushDrivers = Readonly<Record<'fcm' | 'webpush', PushDriver>>

/**
 * Seconds for which a provider keeps a push for a device that is offline. A message that arrives later, for example from a
 * workshop, has no use.
 */
export const KEPT_S = 3 * 24 * 3_600
/** Maximum milliseconds for one push, including the time to receive a slow answer. */
export const SEND_MS = 15_000
