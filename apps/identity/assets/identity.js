// Shows and hides a password. The buttons stay hidden without scripts.
for (const button of document.querySelectorAll('button.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'))
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    const label = isShown ? button.dataset.show : button.dataset.hide
    button.setAttribute('aria-pressed', String(!isShown))
    button.setAttribute('aria-label', label)
    button.title = label
    input.focus()
  })
}

// Ignores further submissions of a form while the first is in progress.
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.getAttribute('aria-busy') === 'true') event.preventDefault()
    form.setAttribute('aria-busy', 'true')
  })
}
window.addEventListener('pageshow', () => {
  for (const form of document.forms) form.removeAttribute('aria-busy')
})

// Copies the recovery codes. The button stays hidden where copying is not possible.
for (const button of document.querySelectorAll('button.copy')) {
  if (!window.navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await window.navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.done
  })
}
