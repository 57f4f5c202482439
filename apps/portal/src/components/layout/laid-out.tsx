import type { OverridableComponent } from '@mui/material/OverridableComponent'
import { styled, type CSSObject, type SxProps, type Theme } from '@mui/material/styles'
import type { ElementType, ReactNode, Ref } from 'react'

interface TypeMap<Own> {
  props: Own & { children?: ReactNode; sx?: SxProps<Theme>; ref?: Ref<unknown> }
  defaultComponent: 'div'
}

/**
 * Creates a layout component: a `div`, or the element given as `component`, styled by a few named properties that are not
 * passed to the DOM. Use `sx` for a style that occurs only once.
 */
export function laidOut<Own extends object>(
  own: readonly (keyof Own & string)[],
  style: (props: Own & { theme: Theme }) => CSSObject,
  element: ElementType = 'div',
) {
  const names = new Set<PropertyKey>([...own, 'sx', 'theme', 'ownerState', 'as'])
  const Root: ElementType = styled('div', { shouldForwardProp: (name) => !names.has(name) })<Own>((props) => style(props))
  const LaidOut = ({ component = element, ...props }: { component?: ElementType }) => <Root as={component} {...props} />
  return LaidOut as unknown as OverridableComponent<TypeMap<Own>>
}
