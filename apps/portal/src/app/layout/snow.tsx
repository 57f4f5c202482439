import Box from '@mui/material/Box'

const FLAKES = 24

/** Slow snowflakes inside the app bar, never over content. Hidden if the user prefers reduced motion (G-89). */
export function Snow() {
  return (
    <Box
      aria-hidden
      data-testid="snow"
      sx={{
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        pointerEvents: 'none',
        '@keyframes fall': { from: { transform: 'translateY(-8px)' }, to: { transform: 'translateY(64px)' } },
        '@media (prefers-reduced-motion: reduce)': { display: 'none' },
      }}
    >
      {Array.from({ length: FLAKES }, (_, index) => (
        <Box
          key={index}
          sx={{
            position: 'absolute',
            top: 0,
            // The golden ratio spreads the flakes evenly and always in the same way.
            left: `${((index * 61.8) % 100).toFixed(1)}%`,
            width: 3 + (index % 3),
            height: 3 + (index % 3),
            borderRadius: '50%',
            bgcolor: 'line.strong',
            animation: `fall ${9 + (index % 5) * 2}s linear -${(index * 1.7).toFixed(1)}s infinite`,
          }}
        />
      ))}
    </Box>
  )
}
