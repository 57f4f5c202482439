import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface NumberLinkProps {
  /** The view that it is the count of; absent for who may not open that, and where there is nothing in it. */
  to: string | undefined
  /** What it counts, where the number alone stands there. */
  label?: string
  children: ReactNode
}

/** A number that leads to what it counts. */
export const NumberLink = ({ to, label, children }: NumberLinkProps) =>
  to === undefined ? (
    children
  ) : (
    <MuiLink component={Link} to={to} aria-label={label} color="inherit" underline="hover">
      {children}
    </MuiLink>
  )
