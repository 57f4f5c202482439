import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Installed } from '../form/use-install.js'
import { isStep, type Step } from './steps/steps.js'

export const WORK = ['install', 'replace'] as const
export type Work = (typeof WORK)[number]
/** A saved vehicle and the tracker that it had before. */
export interface Done extends Installed {
  oldImei?: string
}

interface HistoryState {
  done?: Done
  /** True if the layer was opened from here, so that closing it goes back in the history. */
  isLayer?: boolean
}

/** Placeholder in the URL for the ID of a vehicle that was not sent yet. */
const KEPT = 'kept'

/** Stores the state of the phone's screens in the URL, so that the Back button returns to the previous screen. */
export function useMobileAddress() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const state = useLocation().state as HistoryState | null
  const go = (words: Record<string, string>, options: { replace?: boolean; state?: HistoryState } = {}) =>
    void navigate({ search: new URLSearchParams(words).toString() }, options)

  const work: Work = address.get('tab') === 'replace' ? 'replace' : 'install'
  const own: Record<string, string> = work === 'replace' ? { tab: work } : {}
  const [step, scan, done] = [address.get('step'), address.get('scan'), address.get('done')]
  const entity = address.get('entity')
  const here = { ...own, ...(step !== null && { step }), ...(entity !== null && { entity }) }

  return {
    work,
    step: isStep(step) ? step : undefined,
    isScanning: scan !== null,
    /** Vehicle whose tracker is replaced. */
    entityId: Number(entity) || null,
    /** Tracker passed by another screen. */
    imei: address.get('imei') ?? '',
    done: done === null ? undefined : (state?.done ?? { name: '', imei: '', ...(done !== KEPT && { entityId: Number(done) }) }),
    openWork: (next: Work) => go(next === 'replace' ? { tab: next } : {}),
    openStep: (next: Step, replace = false) => go({ ...own, step: next }, { replace }),
    openEntity: (id: number | null) => go({ ...own, ...(id !== null && { entity: String(id) }) }, { replace: true }),
    openScan: () => go({ ...here, scan: 'on' }, { state: { isLayer: true } }),
    closeScan: () => {
      if (state?.isLayer) void navigate(-1)
      else go(here, { replace: true })
    },
    openDone: (saved: Done) => go({ ...own, done: String(saved.entityId ?? KEPT) }, { replace: true, state: { done: saved } }),
    startAgain: () => go(own, { replace: true }),
  }
}
export type MobileAddress = ReturnType<typeof useMobileAddress>
