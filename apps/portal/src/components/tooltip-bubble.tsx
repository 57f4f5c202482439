import MuiTooltip from '@mui/material/Tooltip'
import { type Ref, type SyntheticEvent, useEffect, useEffectEvent, useImperativeHandle } from 'react'

/** Event handlers that Material UI's tooltip attaches. */
type Handler = 'onMouseOver' | 'onMouseLeave' | 'onFocus' | 'onBlur' | 'onTouchStart' | 'onTouchEnd'

/** Event on an element. */
export interface Happening extends Pick<SyntheticEvent<HTMLElement>, 'type' | 'target' | 'currentTarget'> {
  handler: Handler
}

interface StandInProps extends Partial<Record<Handler, (happening: Happening) => void>> {
  last: Happening
  ref?: Ref<HTMLElement>
  /** Attribute by which Material UI checks in development that its props reached the element. */
  'data-mui-internal-clone-element'?: boolean
}

/**
 * Stands in for an element that is rendered elsewhere, so that Material UI's tooltip can attach to it, and forwards its events.
 */
function StandIn({ last, ref, 'data-mui-internal-clone-element': isChecked, ...handlers }: StandInProps) {
  const anchor = last.currentTarget
  useImperativeHandle(ref, () => anchor, [anchor])
  useEffect(() => {
    if (isChecked) anchor.setAttribute('data-mui-internal-clone-element', 'true')
  }, [anchor, isChecked])
  const handOn = useEffectEvent((happening: Happening) => handlers[happening.handler]?.(happening))
  useEffect(() => handOn(last), [last])
  return null
}

interface TooltipBubbleProps {
  last: Happening
  title: string
  placement?: 'right'
}

/** Tooltip bubble over an element, opened and closed by the element's last event. */
export const TooltipBubble = ({ last, title, placement }: TooltipBubbleProps) => (
  <MuiTooltip title={title} placement={placement}>
    <StandIn last={last} />
  </MuiTooltip>
)
