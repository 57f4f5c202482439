import Button from '@mui/material/Button'
import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { Field } from '../../../components/field.js'
import { readImeis } from '../read-imeis.js'

interface TypedImeiProps {
  inputRef: Ref<HTMLInputElement>
  onImei: (imei: string) => void
}

/** In place of the camera: a number that is typed, or read by a hand scanner that ends it with Enter. */
export function TypedImei({ inputRef, onImei }: TypedImeiProps) {
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
      <Button type="submit" sx={{ flex: 'none', minHeight: { xs: 44, md: 36 } }}>
        {t('scan.add')}
      </Button>
    </Row>
  )
}
