import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Row } from './layout/layout.js'

/**
 * Logo: an open book with a road as its gutter. The road's dashes move upward while `idle`, and `hat` adds the Christmas hat.
 */
export function LogoMark({ size = 28, idle = false, hat = false }: { size?: number; idle?: boolean; hat?: boolean }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden
      data-idle={idle}
      sx={{
        display: 'block',
        flex: 'none',
        overflow: 'visible',
        '@keyframes travel': { to: { strokeDashoffset: 5 } },
        '&[data-idle=true] .road': { animation: 'travel 2.4s linear infinite' },
        '@media (prefers-reduced-motion: reduce)': { '&[data-idle=true] .road': { animation: 'none' } },
      }}
    >
      <rect width="32" height="32" rx="8" fill="#0B5D6B" />
      <path d="M5 9.4c2.9-1.5 6.4-1.7 9.6-.3L11.7 25.6c-2-.9-4.5-.9-6.7.2Z" fill="#fff" />
      <path d="M27 9.4c-2.9-1.5-6.4-1.7-9.6-.3l2.9 16.5c2-.9 4.5-.9 6.7.2Z" fill="#fff" />
      <path className="road" d="M16 9.6v15.4" stroke="#FD7E14" strokeWidth="2" strokeLinecap="round" strokeDasharray="2 3" />
      {hat && (
        <g>
          <path d="M17 1.5 28.5 8 14 8.6Z" fill="#BE2440" stroke="#fff" strokeWidth=".6" />
          <circle cx="17" cy="1.6" r="2" fill="#fff" stroke="#CBD4DC" strokeWidth=".5" />
          <path d="M13 8.8h16" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        </g>
      )}
    </Box>
  )
}

/** Product name beside the logo, the same in every language. */
export const PRODUCT_NAME = 'Roadbook'

export function Logo({ idle, hat }: { idle?: boolean; hat?: boolean }) {
  return (
    <Row gap={1.25}>
      <LogoMark idle={idle} hat={hat} />
      <Typography component="span" sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 650, letterSpacing: '-0.02em' }}>
        {PRODUCT_NAME}
      </Typography>
    </Row>
  )
}
