import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Decode } from './codes.js'
import { createDecoder } from './decoder.js'

/** Between two looks at the picture: quick enough for a hand, and leaves the phone time to draw. */
const PAUSE_MS = 120
/** A code that was out of sight for so long, and at so many looks, is a new one: a blurred picture or a busy phone makes none. */
const FORGET_MS = 1_500
const FORGET_LOOKS = 3
/** A single picture may fail, of a camera that is being turned; so many in a row are the reader's fault. */
const MOST_FAILURES = 5

interface Decoding {
  video: RefObject<HTMLVideoElement | null>
  isActive: boolean
  /** What a text is known by: two codes that mean the same are one. */
  meaningOf: (text: string) => string
  /** Codes that came into sight, the one in the middle first, and all that are in it now. */
  onCodes: (fresh: readonly string[], inSight: readonly string[]) => void
  /** The reader itself cannot be loaded. */
  onFailure: (error: unknown) => void
}

/** Looks at the running picture again and again, and tells each code once for as long as it stays in sight. */
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
      if (fresh.length > 0) tell(fresh, inSight)
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
