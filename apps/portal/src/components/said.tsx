import { styled } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'

/** Text for screen readers, for facts that sighted users see from the position alone. It becomes part of the button's name. */
export const VisuallyHidden = styled('span')(visuallyHidden)

/**
 * Gives a button an accessible name in place of its visible text. Include the visible text: voice control users call a button by
 * what they read.
 */
export const Said = ({ as, children }: { as: string; children: ReactNode }) => (
  <>
    <VisuallyHidden>{as}</VisuallyHidden>
    <span aria-hidden style={{ display: 'contents' }}>
      {children}
    </span>
  </>
)
