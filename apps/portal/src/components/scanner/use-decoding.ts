import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Decode } from './codes.js'
import { createDecoder } from './decoder.js'

/**
 * Pause in ms between two reads of the picture. It is short enough that reading seems immediate, and long enough for the
 * phone to draw the picture.
 */
const PAUSE_MS = 120
/**
 * A code that was read counts as new again after it was missing for `FORGET_MS` milliseconds and in `FORGET_LOOKS` pictures.
 * With only the time, a busy phone, which reads few pictures, would make a code count as new. With only the pictures, a few
 * blurred ones would do so.
 */
const FORGET_MS = 1_500
const FORGET_LOOKS = 3
/**
 * Number of consecutive failures after which the reader counts as broken. A single picture may fail, for example while the camera
 * is turned.
 */
const MOST_FAILURES = 5

interface Decoding {
  video: RefObject<HTMLVideoElement | null>
  isActive: boolean
  /** Returns the meaning of a text. Two codes with the same meaning count as one. */
  meaningOf: (text: string) => string
  /**
   * Receives the codes that are new in the picture, the one nearest to the middle first, and all codes in it. Returns true to
   * end reading immediately. If reading ended only when `isActive` changes, a busy phone might read another picture before
   * that.
   */
  onCodes: (fresh: readonly string[], inSight: readonly string[]) => boolean
  /** Called when the reader cannot be loaded or keeps failing. */
  onFailure: (error: unknown) => void
}

/** Reads the camera's picture repeatedly, and reports each code only once while it stays in the picture. */
export function useDecoding({ video, isActive, meaningOf, onCodes, onFailure }: Decoding): void {
  const tell = useEffectEvent(onCodes)
  const readOf = useEffectEvent(meaningOf)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!isActive) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = new Map<string, { at: number; missed: number }>()
    let failures = 0
    const told = (texts: readonly string[]) => {
      const now = performance.now()
      const inSight = [...new Set(texts.map((text) => readOf(text)))]
      for (const [one, { at, missed }] of seen) if (missed >= FORGET_LOOKS && now - at > FORGET_MS) seen.delete(one)
      const fresh = inSight.filter((one) => !seen.has(one))
      for (const one of seen.values()) one.missed++
      for (const one of inSight) seen.set(one, { at: now, missed: 0 })
      if (fresh.length > 0 && tell(fresh, inSight)) isOver = true
    }
    const look = async (decode: Decode): Promise<void> => {
      try {
        const element = video.current
        const texts = element && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await decode(element) : []
        if (isOver) return
        failures = 0
        told(texts)
      } catch (error) {
        failures++
        if (!isOver && failures >= MOST_FAILURES) return fail(error)
      }
      if (!isOver) timer = setTimeout(() => void look(decode), PAUSE_MS)
    }
    createDecoder().then(look, (error: unknown) => {
      if (!isOver) fail(error)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isActive, video])
}
