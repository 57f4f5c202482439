import Box from '@mui/material/Box'

/** Shows machine output unchanged: bytes, responses, readings. */
export const Code = ({ label, text }: { label: string; text: string }) => (
  <Box sx={{ mt: 1 }}>
    <Box sx={{ fontSize: 12, lineHeight: '18px', color: 'text.secondary' }}>{label}</Box>
    <Box
      component="pre"
      tabIndex={0}
      aria-label={label}
      sx={{
        m: 0,
        p: 1,
        maxHeight: 200,
        overflowY: 'auto',
        borderRadius: '6px',
        bgcolor: 'surface.subtle',
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        lineHeight: '18px',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  </Box>
)
