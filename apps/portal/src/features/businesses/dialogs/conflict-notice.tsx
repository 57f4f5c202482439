import Box from '@mui/material/Box'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Note, Hint, Text } from '../../../components/layout/index.js'
import type { BusinessForm, Changeable } from '../business-form.js'

interface ConflictNoticeProps {
  mine: BusinessForm
  theirs: BusinessForm
  /** Fields whose values differ between the two versions. */
  fields: readonly Changeable[]
  isSaving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/**
 * Notice that another user changed the business meanwhile (G-29). Shows both values of each field that differs, and the buttons
 * for keeping either version.
 */
export function ConflictNotice({ mine, theirs, fields, isSaving, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const { t } = useTranslation('businesses')
  const said = (value: string | boolean) =>
    typeof value === 'boolean' ? t(value ? 'conflict.on' : 'conflict.off') : value || '—'
  return (
    <Note role="alert">
      <Row align="stretch">
        <Box sx={{ color: 'warning.main', flex: 'none', mt: '2px' }}>
          <TriangleAlert />
        </Box>
        <div>
          <Text component="p" size="dense" weight="strong">
            {t('conflict.title')}
          </Text>
          <Hint>{fields.length > 0 ? t('conflict.text') : t('conflict.same')}</Hint>
        </div>
      </Row>
      {fields.length > 0 && (
        <Box
          component="table"
          sx={{
            width: '100%',
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            fontSize: 12,
            lineHeight: '16px',
            textAlign: 'left',
            '& th, & td': { py: 0.5, pr: 1, verticalAlign: 'top', overflowWrap: 'anywhere', fontWeight: 400 },
            '& thead th': { color: 'text.secondary', fontWeight: 500 },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.yours')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`fields.${name}`)}</th>
                <td>{said(mine[name])}</td>
                <td>{said(theirs[name])}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
      <Row wrap>
        <ActionButton size="small" label={t('conflict.takeTheirs')} onClick={onTakeTheirs} />
        <ActionButton size="small" label={t('conflict.keepMine')} onClick={onKeepMine} disabled={isSaving} />
      </Row>
    </Note>
  )
}
