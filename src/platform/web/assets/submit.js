// @ts-check
// Submits the form of a page that exists only to pass it on. Without JavaScript, it has a button.

const form = document.querySelector('form[data-submit]')
if (form instanceof HTMLFormElement) form.submit()
