import { cloneElement, type ReactElement, Suspense, type SyntheticEvent, useState } from 'react'
import { latePart } from '../lib/late-part.js'
import type { Happening } from './tooltip-bubble.js'

const TooltipBubble = latePart(async () => (await import('./tooltip-bubble.js')).TooltipBubble)

interface TooltipProps {
  title: string
  placement?: 'right'
  /** Says more about what has a name; else it is the name. */
  isDescription?: boolean
  children: ReactElement<Partial<Record<Happening['handler'], (event: SyntheticEvent<HTMLElement>) => void>>>
}

/** As Material UI's, for what the frame draws: an element is named at once, and gets its bubble once something happens to it. */
export function Tooltip({ title, placement, isDescription = false, children }: TooltipProps) {
  const [last, setLast] = useState<Happening>()
  const hear = (handler: Happening['handler']) => (event: SyntheticEvent<HTMLElement>) => {
    children.props[handler]?.(event)
    setLast({ handler, type: event.type, target: event.target, currentTarget: event.currentTarget })
  }
  const element = cloneElement(children, {
    ...(title !== '' && { [isDescription ? 'title' : 'aria-label']: title }),
    ...children.props,
    onMouseOver: hear('onMouseOver'),
    onMouseLeave: hear('onMouseLeave'),
    onFocus: hear('onFocus'),
    onBlur: hear('onBlur'),
    onTouchStart: hear('onTouchStart'),
    onTouchEnd: hear('onTouchEnd'),
  })
  return (
    <>
      {element}
      <Suspense>{last && <TooltipBubble last={last} title={title} placement={placement} />}</Suspense>
    </>
  )
}
