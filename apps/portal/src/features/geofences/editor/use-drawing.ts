import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Place } from '../../../lib/place.js'
import type { Drawn } from '../../../map/drawn-area.js'
import { type GeofenceForm, reachOf, toPoints, toText } from '../geofence.js'
import { removed } from './drawing.js'

type Line = Pick<GeofenceForm, 'points' | 'reach'>

/** What is drawn, and the ways to change it by hand. */
export interface Drawing {
  drawn: Drawn
  /** Where it was typed and not drawn: the map goes there. */
  isTyped: boolean
  /** The number of the point that is selected. */
  selected: number | undefined
  select: (at: number | undefined) => void
  setPoints: (points: readonly Place[]) => void
  setReach: (metres: number) => void
  /** Absent while there is nothing to take back. */
  undo?: () => void
  /** Absent while no point is selected. */
  removeSelected?: () => void
}

const keyOf = ({ points, reach }: Line) => `${points}|${reach}`

/** The shape of a form under the pencil: the map and the coordinates each show what the other says. */
export function useDrawing(form: UseFormReturn<GeofenceForm>): Drawing {
  const [before, setBefore] = useState<Line[]>([])
  const [chosen, select] = useState<number>()
  const { kind, points, reach, ...rest } = useWatch({ control: form.control }) as GeofenceForm
  const [byHand, setByHand] = useState(() => keyOf({ points, reach }))
  const { holes, others } = kind === 'polygon' ? rest : { holes: [], others: [] }
  const drawn = { kind, points: toPoints(points) ?? [], holes, others, reachM: reachOf(reach) }
  const selected = chosen !== undefined && chosen < drawn.points.length ? chosen : undefined
  const set = (next: Line) => {
    setByHand(keyOf(next))
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('points', next.points, how)
    form.setValue('reach', next.reach, how)
    // What was wrong with it was wrong with another shape.
    if (!form.formState.isSubmitted) form.clearErrors(['points', 'reach'])
  }
  const change = (next: Partial<Line>) => {
    setBefore([...before, { points, reach }])
    set({ points, reach, ...next })
  }
  const setPoints = (next: readonly Place[]) => change({ points: toText(next) })
  const last = before.at(-1)
  return {
    drawn,
    isTyped: byHand !== keyOf({ points, reach }),
    selected,
    select,
    setPoints,
    setReach: (metres) => change({ reach: String(metres) }),
    undo:
      last &&
      (() => {
        set(last)
        setBefore(before.slice(0, -1))
      }),
    removeSelected:
      selected === undefined
        ? undefined
        : () => {
            setPoints(removed(drawn.points, selected))
            select(undefined)
          },
  }
}
