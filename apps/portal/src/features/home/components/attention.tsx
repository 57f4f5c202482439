import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { ChevronRight, CircleCheck, Siren, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../components/icon.js'
import { Fill, Row } from '../../../components/layout/index.js'
import { vars } from '../../../theme/components/vars.js'

interface AttentionProps {
  missingOpen: number
  silent: number
  missingPath: string | undefined
  silentPath: string | undefined
}

const line = { gap: 8, width: '100%', minHeight: 28, fontSize: 13, lineHeight: '20px', textAlign: 'left' } as const
const Line = styled(Row)(line)
const LinkLine = styled(ButtonBase)(({ theme }) => ({
  ...line,
  borderRadius: 6,
  '&:hover': { backgroundColor: vars(theme).surface.hover },
  '@media (pointer: coarse)': { minHeight: 44 },
})) as typeof ButtonBase

/** What somebody has to look at today; zeros fold into "All clear". */
export function Attention({ missingOpen, silent, missingPath, silentPath }: AttentionProps) {
  const { t } = useTranslation('home')
  const every = [
    { key: 'missing', icon: Siren, tone: 'missing', count: missingOpen, path: missingPath },
    { key: 'silent', icon: WifiOff, tone: 'offline', count: silent, path: silentPath },
  ] as const
  const items = every.filter(({ count }) => count > 0)
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {t('attention.title')}
      </Typography>
      {items.length === 0 && (
        <Line tone="secondary">
          <Icon of={CircleCheck} tone="moving" />
          {t('attention.clear')}
        </Line>
      )}
      <ul>
        {items.map(({ key, icon, tone, count, path }) => (
          <li key={key}>
            {path === undefined ? (
              <Line>
                <Icon of={icon} tone={tone} />
                {t(`attention.${key}`, { count })}
              </Line>
            ) : (
              <LinkLine component={Link} to={path}>
                <Icon of={icon} tone={tone} />
                <Fill component="span">{t(`attention.${key}`, { count })}</Fill>
                <ChevronRight size={14} />
              </LinkLine>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
