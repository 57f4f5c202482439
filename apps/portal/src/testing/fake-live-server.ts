import { act } from '@testing-library/react'
import type { LiveServerMessage } from '@roadbook/contracts'

/** WebSocket whose other end the test controls. */
export class FakeLiveSocket {
  readyState = 0
  readonly sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly url: string) {
    FakeLiveSocket.opened.push(this)
  }

  static readonly opened: FakeLiveSocket[] = []

  static get last(): FakeLiveSocket {
    const socket = FakeLiveSocket.opened.at(-1)
    if (!socket) throw new Error('No live connection was opened')
    return socket
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {
    this.end(1000)
  }

  /** Accepts the client's authentication, as the server does. */
  async signIn(): Promise<void> {
    this.readyState = 1
    await act(async () => this.onopen?.())
    await this.say({ type: 'authenticated', expires_at: '2030-01-01T00:00:00.000Z' })
  }

  async say(message: LiveServerMessage): Promise<void> {
    await act(async () => this.onmessage?.({ data: JSON.stringify(message) }))
  }

  end(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** Replaces the browser's WebSocket by the fake. Returns a function that restores the WebSocket. */
export function installFakeLiveServer(): () => void {
  const original = globalThis.WebSocket
  FakeLiveSocket.opened.length = 0
  globalThis.WebSocket = FakeLiveSocket as unknown as typeof WebSocket
  return () => {
    globalThis.WebSocket = original
  }
}
