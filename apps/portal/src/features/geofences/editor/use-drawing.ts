import { useMemo, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Place } from '../../../lib/place.js'
import type { Drawn } from '../../../map/drawn-area.js'
import { type GeofenceForm, reachOf, toPoints, toText } from '../geofence.js'
import { removed } from './drawing.js'

type Line = Pick<GeofenceForm, 'kind' | 'points' | 'reach'>

/** What is drawn, and the ways to change it by hand. */
export interface Drawing {
  drawn: Drawn
  /** Where it was typed and not drawn: the map goes there. */
  isTyped: boolean
  /** The coordinates as they are typed can be read: until then the map shows what could be read last, and changes nothing. */
  isReadable: boolean
  /** Says at the field why a press changes nothing. */
  explain: () => void
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

const keyOf = ({ points, reach }: Omit<Line, 'kind'>) => `${points}|${reach}`

/** The shape of a form under the pencil: the map and the coordinates each show what the other says. */
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

/** The points of a text, or of what it was when it could be read last. */
function useLastReadable(text: string): { points: Place[]; isReadable: boolean } {
  const read = useMemo(() => toPoints(text), [text])
  const [last, setLast] = useState(read ?? [])
  if (read && read !== last) setLast(read)
  return { points: read ?? last, isReadable: read !== undefined }
}

/** The steps of a drawing, to take them back one by one. All that is typed between two of them is one step, and so is another kind. */
function useSteps(form: UseFormReturn<GeofenceForm>, now: Line) {
  const [before, setBefore] = useState<Line[]>([])
  /** As the last step left it; what differs from it is typed. */
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
    // What was wrong with it was wrong with another shape.
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
