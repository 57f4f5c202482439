import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { LANGUAGES } from '../../../i18n/languages.js'
import { GuideLink } from '../../guides/index.js'
import { type InstallForm, TARGETS } from '../form/install-form.js'
import { type InstallFormApi, useFields } from '../form/use-fields.js'
import { Pair } from './section.js'

/** Fields for the vehicle's intended use and the customer's data. */
export function TargetFields({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const { text, choice } = useFields(form)
  const target = useWatch({ control: form.control, name: 'user_target' })
  return (
    <>
      <TargetChoice form={form} target={target} />
      {target === 'customer' && (
        <>
          <Pair>
            {text('first_name', t('fields.firstName'), { capitals: 'words' })}
            {text('last_name', t('fields.lastName'), { capitals: 'words' })}
          </Pair>
          <Pair>
            {text('email', t('fields.email'), { mode: 'email' })}
            {text('phone', t('fields.phone'), { isOptional: true, mode: 'tel' })}
          </Pair>
          <Pair>
            {text('address', t('fields.address'), { isOptional: true })}
            {choice(
              'locale',
              t('fields.locale'),
              LANGUAGES.map(({ key, name }) => ({ value: key, label: name, lang: key })),
            )}
          </Pair>
          <Typography variant="caption" color="textSecondary">
            {t('target.privacy')}
          </Typography>
          <div>
            <GuideLink guide="delivery" />
          </div>
        </>
      )}
    </>
  )
}

function TargetChoice({ form, target }: { form: InstallFormApi; target: InstallForm['user_target'] }) {
  const { t } = useTranslation('install')
  return (
    <Controller
      control={form.control}
      name="user_target"
      render={({ field: { ref, ...field } }) => (
        <RadioGroup
          {...field}
          aria-label={t('target.title')}
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 1 }}
        >
          {TARGETS.map((one, at) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio slotProps={{ input: { ref: at === 0 ? ref : undefined } }} />}
              label={
                <div>
                  <Text weight="strong">{t(`target.${one}`)}</Text>
                  <Text size="caption" tone="secondary">
                    {t(`target.${one}-text`)}
                  </Text>
                </div>
              }
              sx={{
                m: 0,
                p: 1,
                border: 1,
                borderRadius: 1.5,
                minWidth: 0,
                ...(target === one
                  ? { borderColor: 'primary.main', bgcolor: 'surface.selected' }
                  : { borderColor: 'control.main' }),
              }}
            />
          ))}
        </RadioGroup>
      )}
    />
  )
}
