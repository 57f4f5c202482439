import MuiTooltip from '@mui/material/Tooltip'
import { type Ref, type SyntheticEvent, useEffect, useEffectEvent, useImperativeHandle } from 'react'

/** What Material UI's tooltip listens for. */
type Handler = 'onMouseOver' | 'onMouseLeave' | 'onFocus' | 'onBlur' | 'onTouchStart' | 'onTouchEnd'

/** What happened to an element. */
export interface Happening extends Pick<SyntheticEvent<HTMLElement>, 'type' | 'target' | 'currentTarget'> {
  handler: Handler
}

interface StandInProps extends Partial<Record<Handler, (happening: Happening) => void>> {
  last: Happening
  ref?: Ref<HTMLElement>
  /** By which Material UI sees in development that what it hands on has arrived. */
  'data-mui-internal-clone-element'?: boolean
}

/** For Material UI the element that stands elsewhere: hands on what happens there. */
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

/** The words over an element, which stay and go by what happened to it last. */
export const TooltipBubble = ({ last, title, placement }: TooltipBubbleProps) => (
  <MuiTooltip title={title} placement={placement}>
    <StandIn last={last} />
  </MuiTooltip>
)
