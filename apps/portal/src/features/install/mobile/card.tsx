import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** One line of facts with its action. */
export const Card = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.25,
      minHeight: 60,
      px: 1.5,
      py: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: '10px',
      bgcolor: 'background.paper',
    }}
  >
    {children}
  </Box>
)
