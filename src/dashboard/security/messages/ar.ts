import type { SecurityMessages } from './en.ts'

export const ar: SecurityMessages = {
  passkeys: 'مفاتيح المرور',
  passkeys_text: 'يسجّل مفتاح المرور دخولك ببصمة إصبعك أو وجهك أو رمز PIN لجهازك، دون كلمة مرور أو رمز.',
  passkeys_add: 'إضافة مفتاح مرور',
  passkeys_name_hint: 'أين تحفظه، مثل «الهاتف»، حتى تتعرّف عليه.',
  passkeys_unsupported: 'لإضافة مفتاح مرور فعّل JavaScript واستخدم متصفحًا يدعم مفاتيح المرور.',
  passkeys_full: 'لا يمكن أن يكون لحسابك مزيد من مفاتيح المرور. أزل واحدًا لتضيف غيره.',
  passkeys_rename: 'إعادة تسمية مفتاح المرور',
  passkeys_remove: 'إزالة مفتاح المرور',
  passkeys_remove_text:
    'لن يمكنك تسجيل الدخول به. احذفه أيضًا من جهازك أو من مدير كلمات المرور. تبقى المتصفحات التي سجّلت الدخول فيها كما هي: راجع {sessions}.',
  passkeys_use: 'استخدام مفتاح مرور',
  passkeys_not_added: 'لم يُضَف مفتاح مرور. حاول مرة أخرى.',
  passkeys_not_used: 'لم يُستخدم مفتاح مرور. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.',
  passkeys_already: 'يوجد مفتاح مرور لحسابك على هذا الجهاز أو في مدير كلمات المرور هذا.',
  passkeys_error_wrong: 'لم يُقبل مفتاح المرور. حاول مرة أخرى.',
  done_passkey_added: 'أُضيف مفتاح المرور. يمكنك الآن تسجيل الدخول به.',
  done_passkey_renamed: 'أُعيدت تسمية مفتاح المرور.',
  done_passkey_removed: 'أُزيل مفتاح المرور.',
  email_passkey_added_subject: 'أُضيف مفتاح مرور',
  email_passkey_added_text:
    'أُضيف مفتاح مرور إلى حسابك {email}. وهو يسجّل الدخول دون كلمة مرور أو رمز.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم أزل مفاتيح المرور التي لا تعرفها:\n\n{undo}',
  email_passkey_removed_subject: 'أُزيل مفتاح مرور',
  email_passkey_removed_text:
    'أُزيل مفتاح مرور من حسابك {email}.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم أزل مفاتيح المرور التي لا تعرفها:\n\n{undo}',
}
