import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface NumberLinkProps {
  /** URL of the list of the counted items. Absent if the user is not allowed to open the list or if it is empty. */
  to: string | undefined
  /** Accessible label, if the number has no text beside it. */
  label?: string
  children: ReactNode
}

/** Number that links to what it counts. */
export const NumberLink = ({ to, label, children }: NumberLinkProps) =>
  to === undefined ? (
    children
  ) : (
    <MuiLink component={Link} to={to} aria-label={label} color="inherit" underline="hover">
      {children}
    </MuiLink>
  )
