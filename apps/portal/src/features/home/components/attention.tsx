import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { ChevronRight, CircleCheck, Siren, WifiOff, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../components/icon.js'
import type { Tone } from '../../../theme/tones.js'

interface Item {
  key: string
  icon: LucideIcon
  tone: Tone
  text: string
  /** Where it is dealt with; absent when the user may not go there. */
  path: string | undefined
}

interface AttentionProps {
  missingOpen: number
  silent: number
  missingPath: string | undefined
  silentPath: string | undefined
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 28,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'left',
} as const

/** What somebody has to look at today; zeros fold into "All clear". */
export function Attention({ missingOpen, silent, missingPath, silentPath }: AttentionProps) {
  const { t } = useTranslation('home')
  const items: Item[] = [
    ...(missingOpen > 0
      ? [
          {
            key: 'missing',
            icon: Siren,
            tone: 'missing' as const,
            text: t('attention.missing', { count: missingOpen }),
            path: missingPath,
          },
        ]
      : []),
    ...(silent > 0
      ? [
          {
            key: 'silent',
            icon: WifiOff,
            tone: 'offline' as const,
            text: t('attention.silent', { count: silent }),
            path: silentPath,
          },
        ]
      : []),
  ]
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {t('attention.title')}
      </Typography>
      {items.length === 0 && (
        <Box sx={{ ...row, color: 'text.secondary' }}>
          <Icon of={CircleCheck} tone="moving" />
          {t('attention.clear')}
        </Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ key, icon, tone, text, path }) => (
          <li key={key}>
            {path === undefined ? (
              <Box sx={row}>
                <Icon of={icon} tone={tone} />
                {text}
              </Box>
            ) : (
              <ButtonBase
                component={Link}
                to={path}
                sx={{
                  ...row,
                  borderRadius: '6px',
                  '&:hover': { bgcolor: 'surface.hover' },
                  '@media (pointer: coarse)': { minHeight: 44 },
                }}
              >
                <Icon of={icon} tone={tone} />
                <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                  {text}
                </Box>
                <ChevronRight size={14} />
              </ButtonBase>
            )}
          </li>
        ))}
      </Box>
    </>
  )
}
