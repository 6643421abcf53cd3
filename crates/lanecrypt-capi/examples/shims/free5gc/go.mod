module lanecrypt.example/free5gc/security

go 1.18
