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
  /** Title of the browser tab, if it differs from the page title. */
  tabTitle?: string
  /** One line under the title about the page. */
  meta?: ReactNode
  /** Actions right of the title. At most one of them is a contained button. */
  actions?: ReactNode
  /** True if the content of the page has the title, for example an empty state that contains the only h1. */
  isTitleInBody?: boolean
  /** Makes the page as high as the window, with a part that scrolls. On a phone the whole page scrolls. */
  isFilling?: boolean
  children?: ReactNode
}

/** Sets the browser tab's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${titlePrefix(window.location.hostname)}${isolated(title)} · ${PRODUCT_NAME}`
  }, [title])
}

/** Frame of an ordinary page: fixed head, scrolling body. The h1 takes the focus when the page opens. */
export function Page({ title, tabTitle = title, meta, actions, isTitleInBody = false, isFilling = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone, the title is hidden here if the app bar shows it, because there is little room above the first row.
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
          {/* If the title would become narrower than 160 px, the actions wrap below it. */}
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
