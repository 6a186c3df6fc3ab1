import type { OverviewMessages } from './en.ts'

export const es: OverviewMessages = {
  overview_of: 'Resumen de {name}',

  overview_steps: 'Primeros pasos',
  overview_steps_done: '{done} de {all} completados',
  overview_step_name: 'Poner nombre a la tienda',
  overview_step_name_text: 'Los clientes ven este nombre al pagar.',
  overview_done: 'Hecho:',
  overview_open: 'Pendiente:',
  overview_optional: 'opcional',
  overview_step_destination: 'Agregar una billetera de cobro',
  overview_step_destination_text:
    'Para cada criptomoneda que acepte: la clave pública extendida (xpub) de su billetera o una dirección.',
  overview_step_any_wallet: 'Aceptar pagos desde cualquier billetera',
  overview_step_any_wallet_text:
    'Recomendado: pocas billeteras admiten solicitudes de pago, pero todas pueden enviar a una dirección. Nosotros encontramos esos pagos en la red.',
  overview_step_token: 'Crear un token de acceso',
  overview_step_token_text:
    'Su código lo usa para crear facturas. Solo se muestra una vez: guárdelo como {variable} y ejecute:',
  overview_step_invoice: 'Crear la primera factura',
  overview_step_invoice_text: 'Complete un formulario o introduzca un importe en la caja.',
  overview_step_payment: 'Recibir el primer pago',
  overview_step_payment_text: 'Abra la página de pago de una factura y páguela con una billetera.',
  overview_step_payment_sandbox:
    'Abra la página de pago de una factura. En este sandbox, puede pagarla allí con monedas de prueba.',
  overview_step_webhook: 'Recibir avisos por webhook',
  overview_step_webhook_text: 'Avisamos a su servidor en cuanto cambia una factura.',

  overview_failed: 'Webhooks sin entregar: {count}.',
  overview_failed_link: 'Ver entregas',

  overview_figures: 'Facturas pagadas',
  overview_today: 'Hoy',
  overview_7d: '7 días',
  overview_30d: '30 días',
  overview_invoices: 'Facturas: {count}',
  overview_figures_hint: 'Por fecha de pago. Días según la zona horaria {zone}. Sin los pagos revertidos.',

  overview_trends: 'Tendencias',
  overview_period: 'Período',
  overview_per_day: 'Pagado por día',
  overview_per_hour: 'Pagado por hora',
  overview_show_table: 'Mostrar tabla',
  overview_day: 'Día',
  overview_hour: 'Hora',
  overview_sum: 'Total',
  overview_count: 'Cant.',
  overview_bars_desc: 'Barras de {from} a {to}. El valor máximo es {sum}: {period}.',
  overview_shares: 'Por criptomoneda',
  overview_coin: 'Cripto',
  overview_share: '%',
  overview_times: 'Tiempo hasta el pago',
  overview_times_text: 'La mitad de las facturas se pagó en menos de {time}.',
  overview_times_sample: 'Según los últimos {count} pagos.',
  overview_up_to: 'Hasta {time}',
  overview_between: 'Más de {over}, hasta {time}',
  overview_over: 'Más de {time}',
  overview_time: 'Tiempo',
  overview_nothing: 'No hay pagos en {currency} en este período',
  overview_nothing_text: 'Los gráficos aparecerán aquí en cuanto se pague una factura.',

  overview_latest: 'Últimas facturas',
  overview_all: 'Todas las facturas',
  overview_none: 'Aún no hay facturas',
  overview_none_text: 'Cree una en {till}. Solo necesita un importe.',
  overview_none_viewed: 'Las facturas nuevas aparecen aquí automáticamente.',
}
