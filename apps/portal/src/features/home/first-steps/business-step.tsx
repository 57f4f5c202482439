import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { Form, Row } from '../../../components/layout/index.js'
import { firstChanges, useFirstChange } from './first-steps-query.js'

/** Creates the dealer's own business from its name. The other data can be added later. */
export function BusinessStep() {
  const { t } = useTranslation('home')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const make = useFirstChange(firstChanges.makeBusiness, {
    done: (made) => t('steps.business.done', { name: made.name }),
    refused: { name: setError },
  })
  return (
    <Form
      onSubmit={() => {
        if (name.trim() === '') setError(t('steps.business.missing'))
        else make.mutate(name.trim())
      }}
    >
      <Row align="start" wrap>
        <Field
          label={t('steps.business.name')}
          value={name}
          errorText={error}
          sx={{ flex: '1 1 220px' }}
          slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'organization' } }}
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
        {/* Aligned with the field, whose label is above it. */}
        <ActionButton
          type="submit"
          variant="contained"
          label={t('steps.business.press')}
          loading={make.isPending}
          sx={{ mt: '22px' }}
        />
      </Row>
    </Form>
  )
}
