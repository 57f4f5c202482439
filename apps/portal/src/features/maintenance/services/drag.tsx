import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail, Text } from '../../../components/layout/index.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { vars } from '../../../theme/components/vars.js'
import { useLeftWords } from './service-cells.js'
import { LOOKS, nameOf, type Service } from './services.js'

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const GAP_PX = 8

/** Moves the dragged card by one place (a column or a day) for each press of an arrow key, whatever the size of the place. */
const placeAway: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y }, context: { over } }) => {
  const step = STEPS[event.code]
  if (!step) return undefined
  event.preventDefault()
  return { x: x + step[0] * ((over?.rect.width ?? 200) + GAP_PX), y: y + step[1] * ((over?.rect.height ?? 100) + GAP_PX) }
}

interface DraggingProps {
  services: readonly Service[]
  /** Returns the name of a place by its ID. */
  placeOf: (id: string) => string
  /** Called when a service is dropped on another place. */
  onDrop: (service: Service, place: string) => void
  children: ReactNode
}

/**
 * Lets services be dragged to a place by mouse, by long touch, or by space and arrow keys, with announcements in the user's
 * language.
 */
export function Dragging({ services, placeOf, onDrop, children }: DraggingProps) {
  const { t } = useTranslation('services')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: placeAway,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const byId = (id: string | number) => services.find((one) => one.id === id)
  const name = (id: string | number) => {
    const service = byId(id)
    return service ? nameOf(service) : ''
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('drag.start', { name: name(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('drag.over', { name: name(active.id), place: placeOf(String(over.id)) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? t('drag.end', { name: name(active.id), place: placeOf(String(over.id)) })
        : t('drag.cancel', { name: name(active.id) }),
    onDragCancel: ({ active }) => t('drag.cancel', { name: name(active.id) }),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const service = byId(active.id)
    if (service && over && active.data.current?.from !== over.id) onDrop(service, String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('drag.how') } }}
    >
      {children}
    </DndContext>
  )
}

const Card = styled('button')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: '100%',
  minHeight: 44,
  padding: theme.spacing(0.75, 1),
  font: 'inherit',
  textAlign: 'left',
  color: vars(theme).text.primary,
  backgroundColor: vars(theme).surface.raised,
  border: `1px solid ${vars(theme).divider}`,
  borderLeftWidth: 3,
  borderRadius: 8,
  cursor: 'pointer',
  touchAction: 'manipulation',
  '&[data-state=overdue]': { borderLeftColor: vars(theme).missing.main },
  '&[data-state=due-soon]': { borderLeftColor: vars(theme).warning.main },
  '&[data-state=planned]': { borderLeftColor: vars(theme).primary.main },
  '&[data-state=done]': { borderLeftColor: vars(theme).moving.main },
  '&:focus-visible': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: 2 },
}))

interface ServiceCardProps {
  service: Service
  /** ID of the place that the card is in. */
  from: string
  onOpen: (id: number) => void
}

/** Draggable card of a service. A click opens it. Completed services cannot be moved. */
export function ServiceCard({ service, from, onOpen }: ServiceCardProps) {
  const { t } = useTranslation('services')
  const left = useLeftWords()
  const isFixed = useMissingRight('manage:maintenance') !== undefined || service.status !== 'open'
  const { setNodeRef, attributes, listeners, transform } = useDraggable({ id: service.id, data: { from }, disabled: isFixed })
  const { x = 0, y = 0 } = transform ?? {}
  const Sign = LOOKS[service.state].icon
  const { 'aria-describedby': how, 'aria-roledescription': role } = attributes
  return (
    <Card
      ref={setNodeRef}
      type="button"
      data-state={service.state}
      onClick={() => onOpen(service.id)}
      {...(!isFixed && { ...listeners, 'aria-describedby': how, 'aria-roledescription': role && t('drag.card') })}
      style={transform ? { transform: `translate(${x}px, ${y}px)`, position: 'relative', zIndex: 2 } : undefined}
    >
      <Text size="dense" weight="strong" clipped>
        {service.entity.name}
      </Text>
      <Detail clipped>{service.trigger.name}</Detail>
      <Detail clipped>
        <Sign size={12} aria-hidden style={{ marginRight: 4, verticalAlign: -2 }} />
        {`${t(`states.${service.state}`)}${service.status === 'open' ? ` · ${left(service)}` : ''}`}
      </Detail>
    </Card>
  )
}

const Ground = styled('section', { shouldForwardProp: (name) => name !== 'isOver' })<{ isOver: boolean }>(
  ({ theme, isOver }) => ({
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(0.75),
    minWidth: 0,
    padding: theme.spacing(1),
    borderRadius: 10,
    border: `1px solid ${isOver ? vars(theme).primary.main : vars(theme).divider}`,
    backgroundColor: isOver ? vars(theme).surface.selected : vars(theme).background.paper,
  }),
)

/** Area on which services can be dropped. */
export function Place({
  id,
  label,
  isShut = false,
  children,
}: {
  id: string
  label: string
  isShut?: boolean
  children: ReactNode
}) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: isShut })
  return (
    <Ground ref={setNodeRef} isOver={isOver} aria-label={label}>
      {children}
    </Ground>
  )
}
