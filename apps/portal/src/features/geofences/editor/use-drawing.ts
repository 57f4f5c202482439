import { useMemo, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Place } from '../../../lib/place.js'
import type { Drawn } from '../../../map/drawn-area.js'
import { type GeofenceForm, reachOf, toPoints, toText } from '../geofence.js'
import { removed } from './drawing.js'

type Line = Pick<GeofenceForm, 'kind' | 'points' | 'reach'>

/** The drawn shape and the functions that change it. */
export interface Drawing {
  drawn: Drawn
  /** True if the shape was typed and not drawn. The map then moves to the shape. */
  isTyped: boolean
  /**
   * False while the typed coordinates are invalid. The map then shows the last valid shape, and a press on it changes
   * nothing.
   */
  isReadable: boolean
  /** Explains at the field why a press on the map changes nothing. */
  explain: () => void
  /** Index of the selected point. */
  selected: number | undefined
  select: (at: number | undefined) => void
  setPoints: (points: readonly Place[]) => void
  setReach: (metres: number) => void
  /** Absent if there is nothing to undo. */
  undo?: () => void
  /** Absent if no point is selected. */
  removeSelected?: () => void
}

const keyOf = ({ points, reach }: Omit<Line, 'kind'>) => `${points}|${reach}`

/** Connects the map and the form's coordinates, so that each shows the other's changes. */
export function useDrawing(form: UseFormReturn<GeofenceForm>): Drawing {
  const [chosen, select] = useState<number>()
  const { kind, points: text, reach, ...rest } = useWatch({ control: form.control }) as GeofenceForm
  const { points, isReadable } = useLastReadable(text)
  const { isTyped, change, undo } = useSteps(form, { kind, points: text, reach })
  const { holes, others } = kind === 'polygon' ? rest : { holes: [], others: [] }
  const drawn = { kind, points, holes, others, reachM: reachOf(reach) }
  const selected = isReadable && chosen !== undefined && chosen < points.length ? chosen : undefined
  const explain = () => void form.trigger('points')
  const draw = (next: Partial<Line>) => (isReadable ? change(next) : explain())
  const setPoints = (next: readonly Place[]) => draw({ points: toText(next) })
  return {
    drawn,
    isTyped,
    isReadable,
    explain,
    selected,
    select,
    setPoints,
    setReach: (metres) => draw({ reach: String(metres) }),
    undo,
    removeSelected:
      selected === undefined
        ? undefined
        : () => {
            setPoints(removed(points, selected))
            select(undefined)
          },
  }
}

/** Returns the points in a text. If the text is invalid, returns the points of its last valid version. */
function useLastReadable(text: string): { points: Place[]; isReadable: boolean } {
  const read = useMemo(() => toPoints(text), [text])
  const [last, setLast] = useState(read ?? [])
  if (read && read !== last) setLast(read)
  return { points: read ?? last, isReadable: read !== undefined }
}

/**
 * Stores the steps of a drawing, so that they can be undone. All typing between two steps counts as one step. A change of the
 * kind of shape is a step, too.
 */
function useSteps(form: UseFormReturn<GeofenceForm>, now: Line) {
  const [before, setBefore] = useState<Line[]>([])
  /** State after the last step. Any difference between the form and this state was typed. */
  const [settled, setSettled] = useState(now)
  const isTyped = keyOf(settled) !== keyOf(now)
  const typed = isTyped ? [settled] : []
  if (settled.kind !== now.kind) {
    setBefore([...before, ...typed, { ...now, kind: settled.kind }])
    setSettled(now)
  }
  const set = (next: Line) => {
    setSettled(next)
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted }
    if (next.kind !== now.kind) form.setValue('kind', next.kind, how)
    form.setValue('points', next.points, how)
    form.setValue('reach', next.reach, how)
    // Clears errors, because they referred to the shape before this step.
    if (!form.formState.isSubmitted) form.clearErrors(['points', 'reach'])
  }
  const steps = [...before, ...typed]
  const last = steps.at(-1)
  return {
    isTyped,
    change: (next: Partial<Line>) => {
      setBefore([...steps, now])
      set({ ...now, ...next })
    },
    undo:
      last &&
      (() => {
        set(last)
        setBefore(steps.slice(0, -1))
      }),
  }
}
