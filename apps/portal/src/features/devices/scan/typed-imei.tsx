import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row } from '../../../components/layout/index.js'
import { Field } from '../../../components/field.js'
import { readImeis } from '../read-imeis.js'

/** In place of the camera: a number that is typed, or read by a hand scanner that ends it with Enter. */
export function TypedImei({ inputRef, onImei }: { inputRef: Ref<HTMLInputElement>; onImei: (imei: string) => void }) {
  const { t } = useTranslation('devices')
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const add = () => {
    const { imeis, wrong } = readImeis(text)
    imeis.forEach(onImei)
    setText(wrong.join(', '))
    setIsWrong(wrong.length > 0 || imeis.length === 0)
  }
  return (
    <Row
      component="form"
      align="start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field
        fullWidth
        hiddenLabel
        inputRef={inputRef}
        value={text}
        placeholder={t('scan.type')}
        errorText={isWrong ? t('scan.typedWrong') : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setIsWrong(false)
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', 'aria-label': t('scan.type') } }}
      />
      <ActionButton type="submit" sx={{ flex: 'none', minHeight: { xs: 44, md: 36 } }} label={t('scan.add')} />
    </Row>
  )
}
