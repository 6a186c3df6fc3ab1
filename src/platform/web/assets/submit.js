// @ts-check
// Submits the form of a page whose only purpose is to submit it. Without JavaScript, the user clicks its button.

const form = document.querySelector('form[data-submit]')
if (form instanceof HTMLFormElement) form.submit()
