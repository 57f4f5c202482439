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
  /** Attribute by which Material UI checks, in development only, that the element received its props. */
  'data-mui-internal-clone-element'?: boolean
}

/**
 * Replaces, for Material UI's tooltip, an element that is rendered elsewhere. The tooltip attaches its handlers here, and
 * this component calls them with the element's events.
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
