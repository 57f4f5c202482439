import Box from '@mui/material/Box'

/** Each row by name, with what is to be said of it. */
export function EachRow({ label, rows }: { label: string; rows: readonly { id: number; name: string; text: string }[] }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      tabIndex={0}
      sx={{
        m: 0,
        p: 0,
        maxHeight: 200,
        overflow: 'auto',
        listStyle: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
      }}
    >
      {rows.map(({ id, name, text }) => (
        <Box
          component="li"
          key={id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            px: 1.5,
            py: 0.75,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box component="strong" sx={{ flex: '1 1 140px', fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <Box component="span" sx={{ flex: '2 1 200px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
