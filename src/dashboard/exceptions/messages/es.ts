import type { ExceptionMessages } from './en.ts'

export const es: ExceptionMessages = {
  exceptions_attention: 'Requiere su atención',
  exceptions_attention_text:
    'Llegó dinero que no paga ninguna factura o que solo paga una parte. Decida qué hacer con él.',
  exceptions_more: 'Estas son las más recientes. Las demás aparecerán aquí a medida que resuelva algunas.',
  exceptions_title: 'Incidencia de pago',
  exceptions_open: 'Resolver',
  exceptions_what: 'Qué ocurrió',
  exceptions_kind_partial: 'Solo llegó una parte del importe antes de que se cerrara la factura.',
  exceptions_kind_late: 'Este pago llegó después de que se cerrara la factura.',
  exceptions_kind_surplus: 'Este pago llegó cuando la factura ya estaba pagada.',
  exceptions_kind_excess: 'El pago superó el importe a pagar. Esta es la diferencia.',
  exceptions_amount: 'Importe',
  exceptions_invoice: 'Factura',
  exceptions_transaction: 'Transacción',
  exceptions_time: 'Recibido',
  exceptions_state: 'Estado',
  exceptions_state_open: 'Pendiente',
  exceptions_state_accepted: 'Aceptado',
  exceptions_state_refunded: 'Reembolsado',
  exceptions_state_kept: 'Conservado',
  exceptions_state_void: 'Reemplazado por otra transacción',
  exceptions_accept: 'Aceptar como pago',
  exceptions_accept_partial:
    'La factura pasa a estar pagada con lo que llegó y muestra el faltante. Se aceptan a la vez todos los pagos parciales de la factura.',
  exceptions_accept_late:
    'La factura pasa a estar pagada y se marca como pagada con retraso. Si llegó menos del importe, muestra el faltante.',
  exceptions_accept_button: 'Aceptar pago',
  exceptions_refund: 'Registrar un reembolso',
  exceptions_refund_text:
    'Primero devuelva el dinero desde su propia billetera: desde aquí no se envía nada. Después, introduzca el ID de la transacción. Comprobamos que la transacción devuelva este importe, menos su comisión de red.',
  exceptions_refund_txid: 'ID de transacción del reembolso',
  exceptions_refund_button: 'Registrar reembolso',
  exceptions_keep: 'Conservar el dinero',
  exceptions_keep_text: 'La factura queda como está. Su nota deja constancia del motivo.',
  exceptions_keep_note: 'Nota',
  exceptions_keep_hint: 'De 1 a 500 caracteres',
  exceptions_keep_button: 'Conservar dinero',
  exceptions_done: 'Incidencia de pago resuelta.',
  exceptions_error_resolved: 'Esta incidencia de pago ya está resuelta.',
  exceptions_error_not_acceptable:
    'Este pago ya no se puede aceptar: la factura ya está pagada, o el pago fue reemplazado o sufrió un doble gasto.',
  exceptions_error_txid:
    'Introduzca un ID de transacción: 64 caracteres, entre dígitos y letras de la a a la f.',
  exceptions_error_note: 'Introduzca una nota de 1 a 500 caracteres.',
  exceptions_refund_error_payment:
    'Esta transacción es en sí misma el pago de una factura. Introduzca el ID de su reembolso.',
  exceptions_refund_error_unknown:
    'Nuestro nodo no conoce esta transacción. Revise el ID y que su billetera la haya enviado.',
  exceptions_refund_error_too_old: 'Esta transacción es anterior al pago. Introduzca el ID de su reembolso.',
  exceptions_refund_error_unreadable: 'No pudimos leer esta transacción. Revise el ID.',
  exceptions_refund_error_amount:
    'Esta transacción devuelve menos del importe que corresponde, o solo lo envía a sus propias direcciones. Revise el ID.',
  exceptions_refund_error_used:
    'Ya se resolvió otra incidencia de pago con esta transacción. Introduzca el ID de otra transacción.',
  email_exceptions_subject: 'Hay pagos que requieren su atención',
  email_exceptions_text:
    'Estos pagos a su cuenta {email} llegaron tarde o no coinciden con el importe pendiente:',
  email_exceptions_more: 'Hay más pagos en espera.',
  email_exceptions_decide: 'Decida qué hacer con ellos:',
  email_exceptions_frequency:
    'Recibe como máximo uno de estos correos por hora. Puede desactivarlos en sus preferencias:',
}
