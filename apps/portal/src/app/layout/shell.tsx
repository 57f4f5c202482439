import Box from '@mui/material/Box'
import { Outlet } from 'react-router'

/** Frame of every screen. */
export function Shell() {
  return (
    <Box component="main" id="content" sx={{ height: '100%' }}>
      <Outlet />
    </Box>
  )
}
