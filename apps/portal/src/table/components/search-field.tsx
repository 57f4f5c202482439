import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../config/limits.js'

interface SearchFieldProps {
  value: string
  label: string
  /** Makes the field short, to leave room for its neighbours. */
  isShort?: boolean
  /** Shares a line with other controls, on a phone too. */
  isBeside?: boolean
  onSearch: (text: string) => void
}

/**
 * Search field. It searches half a second after the last keystroke, or immediately on Enter. `/` focuses the field from
 * anywhere on the page.
 */
export function SearchField({ value, label, isShort = false, isBeside = false, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  if (value !== shown) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onSearch(text), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable=true], [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <TextField
      type="search"
      inputRef={input}
      value={text}
      placeholder={label}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onSearch(text)
      }}
      slotProps={{
        htmlInput: { 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start" sx={{ color: 'text.tertiary', mr: 1 }}>
              <Search />
            </InputAdornment>
          ),
        },
      }}
      sx={{
        flex: { xs: isBeside ? '1 1 0' : '1 0 100%', md: '0 1 auto' },
        minWidth: 140,
        width: { xs: '100%', md: isShort ? 220 : 264 },
        '& .MuiOutlinedInput-root': { pl: 1.25 },
        '& .MuiOutlinedInput-input': { px: 0 },
      }}
    />
  )
}
