import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

const WIDTHS = [120, 80, 96, 140, 104, 88]

/** Groups to come, in their place and height. */
export function GroupListSkeleton() {
  return (
    <Box sx={{ flex: 1, p: 1 }}>
      {WIDTHS.map((width, at) => (
        <Box key={at} sx={{ display: 'flex', alignItems: 'center', height: 36, px: 1.5 }}>
          <Skeleton animation={false} width={width} height={12} />
        </Box>
      ))}
    </Box>
  )
}
