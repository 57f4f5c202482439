import { isolated } from '@roadbook/contracts/isolated'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useRef, type ReactNode } from 'react'
import { useBarTitle } from './shell-doors.js'
import { titlePrefix } from '../lib/host.js'
import { PRODUCT_NAME } from './logo.js'

interface PageProps {
  title: string
  /** Name of the browser tab where it differs from the title. */
  tabTitle?: string
  /** Under the title: what the page is about, in one line. */
  meta?: ReactNode
  /** Right of the title; at most one of them contained. */
  actions?: ReactNode
  /** The page names itself in its body (an empty state with the one h1). */
  isTitleInBody?: boolean
  /** The page is as high as the window, and a part of it scrolls; on a phone the whole page does. */
  isFilling?: boolean
  children?: ReactNode
}

/** Names the browser tab after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${titlePrefix(window.location.hostname)}${isolated(title)} · ${PRODUCT_NAME}`
  }, [title])
}

/** The frame of an ordinary page: head that stays, body that scrolls, the h1 taking the focus when the page opens. */
export function Page({ title, tabTitle = title, meta, actions, isTitleInBody = false, isFilling = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Once is enough on a phone, which has little room above the first row.
  const isInBar = useBarTitle() === title
  usePageTitle(tabTitle)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Box
      sx={{
        maxWidth: 1680,
        mx: 'auto',
        px: { xs: 2, md: 4 },
        py: 3,
        ...(isFilling && { display: { md: 'flex' }, flexDirection: 'column', height: { md: '100%' }, minHeight: 0 }),
      }}
    >
      {!isTitleInBody && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2, mb: isInBar && !actions ? 0 : 2 }}>
          {/* Actions that leave the title less than this go below it. */}
          <Box sx={isInBar ? visuallyHidden : { flex: '1 1 160px', minWidth: 0 }}>
            <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
              {title}
            </Typography>
            {meta && (
              <Typography variant="body2" color="textSecondary" component="div">
                {meta}
              </Typography>
            )}
          </Box>
          {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
        </Box>
      )}
      {children}
    </Box>
  )
}
