import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { X } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { KeySign } from '../../components/key-sign.js'
import { Row } from '../../components/layout/layout.js'
import { Span } from '../../components/layout/text.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { type ScreenKey, useScreenWords } from '../screens.js'
import { GROUPS } from './shortcuts.js'

interface ShortcutsDialogProps {
  /** Letters after G, with their screens. */
  goTo: readonly (readonly [string, ScreenKey])[]
  onClose: () => void
}

/** Overview of all keys. */
export function ShortcutsDialog({ goTo, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation('shell')
  const wordsOf = useScreenWords()
  const groups = GROUPS.map(({ group, lines }) => ({
    group: t(`shortcuts.groups.${group}`),
    lines: lines.map(({ keys, text }) => ({ keys: [...keys], text: t(`shortcuts.keys.${text}`), joint: ' ' })),
  }))
  const screens = {
    group: t('shortcuts.groups.goTo'),
    lines: goTo.map(([letter, screen]) => ({
      keys: ['G', letter.toUpperCase()],
      text: wordsOf(screen).title,
      joint: ` ${t('shortcuts.then')} `,
    })),
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title" sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        {t('shortcuts.title')}
        <TooltipIconButton label={t('shortcuts.close')} icon={X} iconSize={18} onClick={onClose} />
      </DialogTitle>
      <DialogContent sx={{ display: 'block', columns: { sm: 2 }, columnGap: 4 }}>
        {[groups[0], screens, ...groups.slice(1)].map(
          (group) =>
            group && (
              <Box key={group.group} component="section" sx={{ breakInside: 'avoid', mb: 2.5 }}>
                <Typography variant="overline" component="h3" color="textSecondary">
                  {group.group}
                </Typography>
                {group.lines.map(({ keys, text, joint }) => (
                  <Row key={text} justify="space-between" align="start" gap={2} pad={[0.5, 0]} size="body">
                    <span>{text}</span>
                    <Span size="caption" tone="secondary">
                      {keys.map((key, n) => (
                        <Fragment key={key}>
                          {n > 0 && joint}
                          <KeySign>{key}</KeySign>
                        </Fragment>
                      ))}
                    </Span>
                  </Row>
                ))}
              </Box>
            ),
        )}
      </DialogContent>
    </Dialog>
  )
}
