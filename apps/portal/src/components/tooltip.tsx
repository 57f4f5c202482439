import { cloneElement, type ReactElement, Suspense, type SyntheticEvent, useState } from 'react'
import { latePart } from '../lib/parts/late-part.js'
import type { Happening } from './tooltip-bubble.js'

const TooltipBubble = latePart(async () => (await import('./tooltip-bubble.js')).TooltipBubble)

interface TooltipProps {
  title: string
  placement?: 'right'
  /** Makes the text a description of an element that already has a name. By default the text is the name. */
  isDescription?: boolean
  children: ReactElement<Partial<Record<Happening['handler'], (event: SyntheticEvent<HTMLElement>) => void>>>
}

/**
 * Tooltip like Material UI's, for the page frame. The element has its name from the start, but the bubble is loaded only
 * after the first event on the element.
 */
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
