import { styled } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'

/** Words for who listens, where what is seen says it by its place alone: part of the name that its button is called by. */
export const Heard = styled('span')(visuallyHidden)

/** What a button is called, in place of what is seen on it. Say in it what is seen: people call a button by what they read. */
export const Said = ({ as, children }: { as: string; children: ReactNode }) => (
  <>
    <Heard>{as}</Heard>
    <span aria-hidden style={{ display: 'contents' }}>
      {children}
    </span>
  </>
)
