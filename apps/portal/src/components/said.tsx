import { styled } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'

/** Text for screen readers only. It states facts that sighted users see from the position of an element. */
export const VisuallyHidden = styled('span')(visuallyHidden)

/**
 * Gives a button an accessible name in place of its visible text. The name must include the visible text, because voice control
 * users call a button by the text that they see.
 */
export const Said = ({ as, children }: { as: string; children: ReactNode }) => (
  <>
    <VisuallyHidden>{as}</VisuallyHidden>
    <span aria-hidden style={{ display: 'contents' }}>
      {children}
    </span>
  </>
)
