module licencekit

go 1.19
