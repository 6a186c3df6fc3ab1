import type { PeopleMessages } from './en.ts'

export const ar: PeopleMessages = {
  people_intro: 'امنح محاسبًا أو زميلًا حق الاطلاع على حسابك دون تغيير أي شيء.',
  people_grant_title: 'دعوة مُشاهد',
  people_email_hint: 'البريد الإلكتروني الذي يسجّل به الدخول هنا.',
  people_grant: 'منح الوصول',
  people_viewers: 'المُشاهدون',
  people_viewers_none: 'أنت فقط',
  people_viewers_none_text:
    'يرى المُشاهدون فواتيرك ومدفوعاتك وأرقامك في لوحة تحكمهم، تحت «حسابات مشتركة معك». لا يرون الرموز ولا محافظ الاستلام ولا الإعدادات، ويمكنك إزالتهم في أي وقت.',
  people_viewer: 'يمكن لـ {email} الاطلاع على فواتيرك ومدفوعاتك وأرقامك دون تغيير أي شيء.',
  people_since: 'منذ {time}',
  people_remove: 'إزالة الوصول',
  people_shared: 'حسابات مشتركة معك',
  people_shared_none: 'لا توجد حسابات مشتركة بعد',
  people_shared_none_text: 'عندما يمنح تاجر آخر الوصول إلى {email} يظهر حسابه هنا. يمكنك فتحه أو رفضه.',
  people_shared_account: 'يمكنك الاطلاع على فواتير {name} ومدفوعاته وأرقامه دون تغيير أي شيء.',
  people_account: 'الحساب {number}',
  people_open: 'فتح الحساب',
  people_reject: 'رفض الوصول',
  people_done_granted: 'مُنح الوصول.',
  people_done_ended: 'أُزيل الوصول.',
  people_error_unknown:
    'لا يوجد هنا حساب بهذا البريد الإلكتروني. اطلب من الشخص إنشاء حساب على {address} ثم امنح الوصول من جديد.',
  people_error_self: 'هذا بريدك الإلكتروني. أدخل بريد شخص آخر.',
  people_error_too_many: 'أدخلت عناوين كثيرة ليس لها حساب هنا. حاول مرة أخرى بعد {minutes}.',

  email_access_granted_subject: 'يمكن لشخص آخر الآن الاطلاع على حسابك',
  email_access_granted_text:
    'يمكن لـ {guest} الآن الاطلاع على فواتير حسابك {email} ومدفوعاته وأرقامه، دون تغيير أي شيء.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}\n\nثم أزل الوصول، وألغِ رموز الوصول التي لا تعرفها:\n\n{undo}',
}
